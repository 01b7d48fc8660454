/**
 * Every way a call can fail, with its HTTP status and its message. Compare codes, never messages. A message never echoes
 * input, and has no final period because screens put it into sentences.
 */
export const ERRORS = {
  invalid_input: [400, 'The request is invalid'],
  invalid_json: [400, 'The request body is not valid JSON'],
  wrong_code: [400, 'The code is wrong or has expired. Request a new one'],
  wrong_link: [400, 'This link is invalid or has expired. Request a new one'],
  bad_picture: [400, 'We couldn’t read this picture. Try another file'],
  bad_signature: [400, 'The signature is wrong'],
  wrong_credentials: [401, 'Wrong email or password'],
  second_factor_needed: [401, 'A second step is needed'],
  login_expired: [401, 'This login has expired. Log in again'],
  not_signed_in: [401, 'Log in to do this'],
  payment_required: [402, 'Buy this course to open it'],
  payment_declined: [402, 'The card was declined. Nothing was charged'],
  not_allowed: [403, 'You don’t have permission to do this'],
  second_factor_required: [403, 'Set up two-step verification first'],
  email_unverified: [403, 'Confirm your email first'],
  cross_site: [403, 'This request came from another site'],
  wrong_password: [403, 'Wrong password'],
  stale_login: [403, 'Log in again to do this'],
  not_enrolled: [403, 'Enroll in this course first'],
  lesson_locked: [403, 'This lesson is not open yet'],
  refund_too_late: [403, 'The 30 days for a refund are over'],
  page_not_found: [404, 'Page is not found'],
  user_not_found: [404, 'User not found'],
  course_not_found: [404, 'No Course Found'],
  lesson_not_found: [404, 'Lesson not found in this course'],
  section_not_found: [404, 'Section not found in this course'],
  blog_not_found: [404, 'Post not found'],
  review_not_found: [404, 'Review not found'],
  comment_not_found: [404, 'Comment not found'],
  file_not_found: [404, 'File not found'],
  order_not_found: [404, 'Order not found'],
  coupon_not_valid: [404, 'This coupon is not valid'],
  coupon_not_found: [404, 'Coupon not found'],
  path_not_found: [404, 'Path not found'],
  certificate_not_found: [404, 'Certificate not found'],
  attempt_not_found: [404, 'Attempt not found'],
  question_not_found: [404, 'Question not found'],
  submission_not_found: [404, 'Submission not found'],
  error_not_found: [404, 'Error not found'],
  note_not_found: [404, 'Note not found'],
  session_not_found: [404, 'This session has already ended'],
  trash_not_found: [404, 'This is no longer in the trash'],
  not_configured: [404, 'This isn’t set up on this site'],
  upload_moved_on: [409, 'The upload is at another offset. Ask for it and continue from there'],
  changed_meanwhile: [409, 'Someone else saved changes while you were editing'],
  already_owned: [409, 'You already have this course'],
  price_changed: [409, 'The price has changed. Check the new total'],
  order_state: [409, 'The order has changed meanwhile, so this is no longer possible'],
  amount_too_small: [409, 'The amount is too small for this payment method. Nothing was charged'],
  already_refunded: [409, 'This order is already refunded'],
  coupon_code_taken: [409, 'Another coupon has this code'],
  coupon_in_use: [409, 'Orders have used this coupon. End it instead of deleting it'],
  not_a_tick: [409, 'This lesson is completed by its quiz, its assignment or by watching it'],
  no_attempts_left: [409, 'You have used all attempts'],
  attempt_ended: [409, 'This attempt has ended'],
  not_finished: [409, 'Complete the open lessons first'],
  already_accepted: [409, 'Your work is already accepted'],
  prerequisite_cycle: [409, 'These prerequisites lead back to this course'],
  certificate_state: [409, 'This certificate has been revoked or replaced already'],
  last_admin: [409, 'You can’t delete the last admin'],
  own_account: [409, 'You can’t delete your own account here. Use your profile'],
  cannot_restore: [409, 'This can’t be restored'],
  email_taken: [409, 'This email is already registered'],
  too_large: [413, 'The request is too large'],
  unsupported_body: [415, 'Send the request body as JSON'],
  not_a_picture: [415, 'Use a PNG, JPEG, WebP, GIF or AVIF picture'],
  not_a_lesson_file: [415, 'Use an MP4 or WebM video, or WebVTT captions'],
  no_such_part: [416, 'The file has no such range'],
  too_often: [429, 'Too many requests. Wait a moment and try again'],
  too_many_failures: [429, 'Too many failed attempts. Wait a moment and try again'],
  proof_needed: [429, 'Too many failed attempts. A short security check is needed'],
  internal: [500, 'Something went wrong'],
  payment_unavailable: [502, 'The payment service does not answer. Nothing was charged. Try again in a moment'],
  maintenance: [503, 'Website is under maintenance'],
  not_ready: [503, 'The service is not ready. Try again in a moment'],
  busy: [503, 'The service is busy. Try again in a moment'],
  /** Only in the browser: no answer, or one that is not an envelope (spec.md, section 8). */
  connection: [0, 'Error connecting to server'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof ERRORS

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** In seconds; sent as `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Further fields of the answer. */
  readonly fields: object | undefined

  /** @param text a better message than the catalogue's, such as a field's limit */
  constructor(code: ErrorCode, options: { text?: string; retryAfter?: number; fields?: object; cause?: unknown } = {}) {
    super(options.text ?? ERRORS[code][1], { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code][0]
    this.retryAfter = options.retryAfter
    this.fields = options.fields
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value)
}
