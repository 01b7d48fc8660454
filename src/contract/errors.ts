/**
 * The error catalogue: every way a call can fail, with its HTTP status and its sentence for a person.
 * Compare codes, never texts. Texts are fixed: nothing a caller sent is ever echoed.
 */
export const ERRORS = {
  invalid_input: [400, 'The request is not in the form this call takes'],
  invalid_json: [400, 'The body is not valid JSON'],
  wrong_code: [400, 'Code is wrong or expired'],
  wrong_link: [400, 'This link is wrong or expired'],
  bad_picture: [400, 'This picture cannot be read'],
  wrong_credentials: [401, 'Wrong e-mail or password'],
  not_signed_in: [401, 'Log in to do this'],
  not_allowed: [403, 'Not allowed'],
  cross_site: [403, 'This request came from another site'],
  wrong_password: [403, 'That is not your password'],
  reset_needed: [403, 'Too many failed attempts. Reset your password to log in again'],
  stale_login: [403, 'Log in again to do this'],
  not_enrolled: [403, 'Enroll in this course first'],
  page_not_found: [404, 'Page is not found'],
  user_not_found: [404, 'User not found'],
  course_not_found: [404, 'No Course Found'],
  lesson_not_found: [404, 'No such lesson in this course'],
  blog_not_found: [404, 'No such blog post'],
  review_not_found: [404, 'No such review'],
  comment_not_found: [404, 'No such comment'],
  file_not_found: [404, 'No such file'],
  session_not_found: [404, 'That session has ended already'],
  not_configured: [404, 'This is not set up here'],
  upload_moved_on: [409, 'This upload has moved on. Ask how far it is'],
  changed_meanwhile: [409, 'Somebody else has saved this meanwhile'],
  last_admin: [409, 'The last admin cannot be deleted'],
  own_account: [409, 'One’s own account is deleted in the profile, not here'],
  email_taken: [409, 'This e-mail is already registered'],
  too_large: [413, 'That is larger than this call takes'],
  unsupported_body: [415, 'This call takes JSON'],
  not_a_picture: [415, 'A picture is PNG, JPEG, WebP, GIF or AVIF'],
  not_a_lesson_file: [415, 'A lesson’s file is an MP4 or WebM video, or WebVTT captions'],
  no_such_part: [416, 'The file has no such part'],
  too_often: [429, 'Too many requests. Please wait a moment and try again'],
  too_many_failures: [429, 'Too many failed attempts. Please wait a moment and try again'],
  internal: [500, 'Something went wrong'],
  maintenance: [503, 'Website is under maintenance'],
  not_ready: [503, 'The service is not ready. Please try again in a moment'],
  busy: [503, 'The service is busy. Please try again in a moment'],
  /** Only ever made in the browser: no answer, or one that is not ours (spec.md, section 8). */
  connection: [0, 'Error connecting to server'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof ERRORS

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds after which another try may succeed; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  /** @param text replaces the catalogue's sentence where a rule has a better one, such as a field's limit. */
  constructor(code: ErrorCode, options: { text?: string; retryAfter?: number; cause?: unknown } = {}) {
    super(options.text ?? ERRORS[code][1], { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code][0]
    this.retryAfter = options.retryAfter
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value)
}
