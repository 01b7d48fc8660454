export type Access = 'anyone' | 'user' | 'student' | 'admin'

/** What an answer is about. `account`, `settings` and `progress` are the acting user's own. */
export type CacheTag =
  | 'account'
  | 'blogs'
  | 'certificates'
  | 'comments'
  | 'conversations'
  | 'coupons'
  | 'courses'
  | 'log'
  | 'messages'
  | 'notes'
  | 'notifications'
  | 'orders'
  | 'paths'
  | 'progress'
  | 'reviews'
  | 'settings'
  | 'site'
  | 'submissions'
  | 'system'
  | 'users'

interface CallOptions {
  method: 'GET' | 'POST' | 'PUT'
  access: Access
  /** The input's field that names the acting user. Another user's id there is 403. */
  actor?: string
  /** The field of the answer; `msg` without it (spec.md, section 7). */
  responseKey?: 'data'
  isAllowedInMaintenance?: true
  /** Other writes are refused while an admin views the site as a student. */
  isAllowedInStudentView?: true
  /** Every open page polls it and it is answered from memory, so it is not counted as a read. */
  isPolled?: true
  /** Answers while the database is unreachable, so the session is not looked up. */
  isSessionless?: true
  /** Takes `multipart/form-data` with one picture instead of JSON. */
  isMultipart?: true
  /** Takes a body of up to `LIMITS.formBytes`, which is more than other calls do. */
  hasLargeBody?: true
}

export interface ReadCall extends CallOptions {
  /** The browser refetches the answer after a write that invalidates one of these. */
  tags: readonly CacheTag[]
  /** The server caches the answer by the same tags. */
  isCached?: true
  /** The server caches the answer for this long instead, whatever is written. */
  sharedForMs?: number
  invalidates?: never
  isNarrowedByHandler?: never
}

/** Throttled as a write and refused from other sites. */
export interface WriteCall extends CallOptions {
  invalidates: readonly CacheTag[]
  /** Made so often that its invalidations are sent together, after the commit; one may be lost with its process. */
  isBatched?: true
  /** What it changes depends on its input: the handler names what the server's cache drops, and the browser refetches all. */
  isNarrowedByHandler?: true
  tags?: never
  isCached?: never
  sharedForMs?: never
}

export type Call = ReadCall | WriteCall
