import type { CallResponse, ParsedInput } from '#contract/contract.ts'
import type { CALLS, CallName } from '#contract/calls.ts'
import type { User } from '#contract/schemas/users.ts'
import type { SignInUser } from '#server/http/session-store.ts'
import type { Services } from './services.ts'

/** Who calls, and from where. The user is the session's: nothing in a body is ever believed about it. */
export interface Caller {
  user: User | null
  /** An admin who looks at the site as a student: then the user's role is student. */
  viewsAsStudent: boolean
  ip: string
}

/** What signing in and out needs beyond a call's answer: the cookie and the row behind it. */
export interface SessionControl {
  start(user: SignInUser): Promise<void>
  end(): Promise<void>
  /** The caller's own session, for what is about sessions; null for visitors. */
  current: { tokenHash: string; isFresh: boolean } | null
}

type CallUser<Name extends CallName> = (typeof CALLS)[Name]['access'] extends 'anyone' ? User | null : User

export interface Context<Name extends CallName = CallName> extends Services {
  user: CallUser<Name>
  viewsAsStudent: boolean
  ip: string
  session: SessionControl
}

/** One call's work: parsed input in, the answer without its envelope out; refusals are thrown AppErrors. */
export type Handler<Name extends CallName> = (
  context: Context<Name>,
  input: ParsedInput<Name>,
) => Promise<CallResponse<Name>>

export type Handlers = { [Name in CallName]: Handler<Name> }
