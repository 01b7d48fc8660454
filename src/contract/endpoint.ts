import type * as z from 'zod/mini'

export type Access = 'anyone' | 'user' | 'student' | 'admin'

/**
 * What answers are about. A read that names subjects is kept as ready bytes until a write that changes
 * one of them. `account` and `progress` stand for the acting user's own, so such an answer is kept for each.
 */
export type CacheTag = 'courses' | 'reviews' | 'blogs' | 'comments' | 'site' | 'account' | 'progress'

export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Next extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> {
  /** One sentence for the API's documentation. */
  summary: string
  access: Access
  /** The JSON body. */
  input: Input
  /** What travels under `msg` (or `data`): an undeclared field cannot. */
  output: Output
  /** What travels under `nextPage`, where the call has one. */
  nextPage: Next
  /** The input's field that names who acts. Another person's number there is 403. */
  actor: string | undefined
  /** Present on reads whose answers are kept. */
  cacheTags: readonly CacheTag[] | undefined
  /** Present on writes, which are throttled as such and refused from other sites. */
  invalidates: readonly CacheTag[] | undefined
  /** Answers in maintenance too, to everyone. */
  isAllowedInMaintenance: boolean
  /** Takes `multipart/form-data` with one picture instead of JSON. */
  isMultipart: boolean
  /** Bytes of a body that may be larger than other calls'. */
  bodyLimit: number | undefined
}

type OptionalField =
  | 'nextPage'
  | 'actor'
  | 'cacheTags'
  | 'invalidates'
  | 'isAllowedInMaintenance'
  | 'isMultipart'
  | 'bodyLimit'

export function defineEndpoint<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Next extends z.ZodMiniType | undefined = undefined,
>(
  options: Omit<Endpoint<Input, Output, Next>, OptionalField> &
    Partial<Pick<Endpoint<Input, Output, Next>, OptionalField>>,
): Endpoint<Input, Output, Next> {
  return {
    nextPage: undefined as Next,
    actor: undefined,
    cacheTags: undefined,
    invalidates: undefined,
    isAllowedInMaintenance: false,
    isMultipart: false,
    bodyLimit: undefined,
    ...options,
  }
}
