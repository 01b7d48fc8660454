import type { CallResponse, ParsedInput } from '#contract/contract.ts'
import type { AnyCallName, CALLS, SOCKET_CALLS } from '#contract/calls.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { SessionControl } from '#server/http/cookies/session-cookie.ts'
import type { Caller } from './caller.ts'
import type { Services } from './services.ts'

type AccessRules = typeof CALLS & typeof SOCKET_CALLS
type CallUser<Name extends AnyCallName> = AccessRules[Name]['access'] extends 'anyone' ? User | null : User

export interface Context<Name extends AnyCallName = AnyCallName> extends Services, Omit<Caller, 'user'> {
  user: CallUser<Name>
  session: SessionControl
}

/** Takes parsed input and returns the answer without its envelope; failures are thrown AppErrors. */
export type Handler<Name extends AnyCallName> = (
  context: Context<Name>,
  input: ParsedInput<Name>,
) => Promise<CallResponse<Name>>

export type Handlers = { [Name in AnyCallName]: Handler<Name> }
