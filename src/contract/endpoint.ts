import type * as z from 'zod/mini'

export type Access = 'anyone' | 'user' | 'student' | 'admin'

/**
 * What answers are about. A read that names subjects is kept as ready bytes until a write that changes
 * one of them. `person` stands for the acting user alone, so such an answer is kept for each of them.
 */
export type Subject = 'courses' | 'reviews' | 'blogs' | 'site' | 'person'

export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Next extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> {
  /** One sentence for the API's documentation. */
  summary: string
  method: 'GET' | 'POST' | 'PUT'
  access: Access
  /** The JSON body. */
  input: Input
  /** What travels under `msg` (or `data`): an undeclared field cannot. */
  output: Output
  /** What travels under `nextPage`, where the call has one. */
  nextPage: Next
  /** `/login` and `/signup` answer under `data` (spec.md, section 7). */
  under: 'msg' | 'data'
  /** The input's field that names who acts. Another person's number there is 403. */
  actor: string | undefined
  /** Present on reads whose answers are kept. */
  keeps: readonly Subject[] | undefined
  /** Present on writes, which are throttled as such and refused from other sites. */
  changes: readonly Subject[] | undefined
  /** Answers in maintenance too, to everyone. */
  inMaintenance: boolean
}

type Optional = 'nextPage' | 'under' | 'actor' | 'keeps' | 'changes' | 'inMaintenance'

export function endpoint<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Next extends z.ZodMiniType | undefined = undefined,
>(
  given: Omit<Endpoint<Input, Output, Next>, Optional> & Partial<Pick<Endpoint<Input, Output, Next>, Optional>>,
): Endpoint<Input, Output, Next> {
  return {
    nextPage: undefined as Next,
    under: 'msg',
    actor: undefined,
    keeps: undefined,
    changes: undefined,
    inMaintenance: false,
    ...given,
  }
}
