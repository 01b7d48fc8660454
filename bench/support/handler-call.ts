import { type CallInput, type ParsedInput, contract } from '../../src/contract/contract.ts'
import type { CallName } from '../../src/contract/calls.ts'
import type { User } from '../../src/contract/schemas/accounts/users.ts'
import { Analytics } from '../../src/server/features/analytics/analytics.ts'
import { handlers } from '../../src/server/handlers/handlers.ts'
import type { Context, Handler } from '../../src/server/pipeline/handler.ts'
import { disabledThrottles } from '../../src/server/platform/throttle/throttles.ts'
import type { Academy } from './academy.ts'
import type { SignedInStudent } from './generate.ts'

export interface HandlerCall {
  name: string
  run(academy: Academy, turn: number): Promise<unknown>
}

export const pick = <Item>(items: readonly Item[], turn: number): Item => {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

/** Runs a call's handler without the response cache, as each student in turn or as an admin. */
export function createHandlerCall<Name extends CallName>(
  name: string,
  callName: Name,
  input: (academy: Academy, turn: number, student: SignedInStudent) => CallInput<Name>,
  { role = 'student', isCountKept = false }: { role?: User['role']; isCountKept?: boolean } = {},
): HandlerCall {
  return {
    name,
    async run(academy, turn) {
      const student = pick(academy.students, turn)
      const user = { student_id: student.id, email: student.email, role } as User
      const session = { start: () => Promise.resolve(), end: () => Promise.resolve() }
      const context = {
        db: academy.database.db,
        user,
        session,
        ip: '',
        throttles: disabledThrottles,
        analytics: isCountKept ? academy.analytics : new Analytics(academy.database.db),
        isSiteRunning: () => true,
        payments: { instructions: null, currency: 'USD', providers: [] },
      }
      const parsed = contract[callName].input.parse(input(academy, turn, student)) as ParsedInput<Name>
      const handle = handlers[callName] as Handler<Name>
      return handle(context as unknown as Context<Name>, parsed)
    },
  }
}
