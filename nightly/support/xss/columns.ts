/** A text that somebody has written, in a column or in a place within a JSON column, such as `questions[].text`. */
export interface TextColumn {
  table: string
  column: string
  /** Within JSON; `*` is every text in it. */
  path?: string
  /** Where the column has none, or the place within JSON. */
  limit?: number
  /** HTML is stored as it comes from a sanitizer: here it is not. */
  isHtml?: true
  /** Why no page shows it. */
  notShown?: string
  /** A single row, whose every payload would take a round. The same fields of another table have all of them. */
  isSingleRow?: true
}

/** Of a column without a length. */
export const LONG = 3_000

const plain = (table: string, columns: string, more: Partial<TextColumn> = {}): TextColumn[] =>
  columns.split(' ').map((column) => ({ table, column, ...more }))
const inJson = (table: string, column: string, limits: Record<string, number>, more: Partial<TextColumn> = {}) =>
  Object.entries(limits).map(([path, limit]): TextColumn => ({ table, column, path, limit, ...more }))

const QUESTION = {
  ...{ 'questions[].text': 2_000, 'questions[].explanation': 2_000, 'questions[].options[].text': 500 },
  ...{ 'questions[].accepted[]': 500, 'questions[].pairs[].text': 500, 'questions[].pairs[].match': 500 },
}
const withoutPrefix = (limits: Record<string, number>) =>
  Object.fromEntries(Object.entries(limits).map(([path, limit]) => [path.replace('questions', ''), limit]))
const DESIGN = { title: 60, text: 200, issuer: 80, signature_name: 80 }
const DETAILS = {
  ...{ pitch: 300, 'outcomes[]': 300, 'requirements[]': 300, language: 80, instructor_name: 80, instructor_bio: 2_000 },
  ...{ 'faq[].question': 300, 'faq[].answer': 2_000 },
}

export const TEXT_COLUMNS: readonly TextColumn[] = [
  ...plain('users', 'first_name last_name'),
  ...plain('sessions', 'user_agent', { notShown: 'shown as the names of a browser and a system' }),
  ...plain('passkeys', 'name'),
  ...plain('courses', 'title description tabs deleted_by_name'),
  ...inJson('courses', 'details', DETAILS),
  ...plain('sections', 'title'),
  ...plain('lessons', 'title subtitle file_name'),
  ...plain('lessons', 'content', { isHtml: true, limit: 10_000 }),
  ...inJson('lessons', 'quiz', { ...QUESTION, 'pools[].name': 80 }),
  ...plain('enrollments', 'prerequisites_waived', { notShown: 'shown as a yes; the event beside it has the reason' }),
  ...plain('entitlements', 'revoked_reason', { notShown: 'kept as a record; the audit log shows it' }),
  ...plain('coupons', 'code'),
  ...plain('orders', 'buyer_name path_title coupon_code problem'),
  ...plain('orders', 'payment_reference', { notShown: 'the timeline of the order shows it' }),
  ...inJson('orders', 'seller', { '[]': 100 }, { notShown: 'on the receipt only, a PDF' }),
  ...plain('order_items', 'title'),
  ...plain('order_events', 'text'),
  ...plain('refunds', 'reason', { notShown: 'the timeline of the order shows it' }),
  ...plain('learning_events', 'reason'),
  ...inJson('quiz_attempts', 'questions', withoutPrefix(QUESTION)),
  ...inJson('quiz_attempts', 'answers', { '*': 2_000 }),
  ...plain('quiz_answers', 'answer_text'),
  ...plain('submissions', 'text file_name feedback'),
  ...plain('notes', 'text'),
  ...plain('learning_paths', 'title goal description'),
  ...plain('certificates', 'name title revoked_reason'),
  ...inJson('certificates', 'design', DESIGN),
  ...inJson('site', 'certificate_design', DESIGN, { isSingleRow: true }),
  ...plain('reviews', 'text'),
  ...plain('blogs', 'title subtitle'),
  ...plain('blogs', 'content', { isHtml: true, limit: 10_000 }),
  ...plain('comments', 'text'),
  ...plain('messages', 'text'),
  ...plain('notifications', 'title'),
  ...plain('system_log', 'message email'),
  ...plain('audit_log', 'actor_name actor_email subject_name device'),
  ...inJson('audit_log', 'before', { '*': 300 }),
  ...inJson('audit_log', 'after', { '*': 300 }),
  ...plain('trash', 'name details deleted_by_name'),
  ...plain('error_groups', 'type message source stack version request_id'),
  ...plain('backups', 'name problem'),
  ...plain('backups', 'location', { notShown: 'the page shows where backups go now' }),
  ...plain('mails', 'last_error'),
  ...plain('mails', 'detail', { notShown: 'of an email, which has a check of its own' }),
]

/** Every other text of the schema, by why it needs no payload. */
export const OTHER_COLUMNS: Record<string, readonly string[]> = {
  'one of a list': [
    ...['audit_log.action', 'audit_log.subject_kind', 'auth_challenges.kind', 'backups.kind', 'backups.status'],
    ...['certificates.kind', 'coupons.kind', 'courses.category', 'courses.lesson_order', 'entitlements.source'],
    ...[
      'learning_events.kind',
      'learning_paths.level',
      'lessons.kind',
      'lessons.submission_form',
      'lessons.completion',
    ],
    ...['mails.kind', 'notifications.kind', 'orders.status', 'orders.provider', 'payment_events.provider'],
    ...[
      'quiz_attempts.answers_shown',
      'refunds.status',
      'submissions.status',
      'system_log.kind',
      'test_payments.status',
    ],
    ...[
      'trash.kind',
      'users.role',
      'users.gender',
      'orders.currency',
      'trash_rows.table_name',
      'trash_rows.link_column',
    ],
  ],
  'an address, which has its form when it is stored (T26)': [
    ...[
      'users.email',
      'users.image_url',
      'courses.image_url',
      'lessons.url',
      'lessons.captions_url',
      'blogs.image_url',
    ],
    ...['learning_paths.image_url', 'submissions.file_url', 'orders.buyer_email', 'orders.checkout_url'],
    ...[
      'order_events.by_email',
      'refunds.requested_by',
      'mails.to_email',
      'reset_codes.email',
      'email_changes.new_email',
    ],
  ],
  'made by the server or by a provider, and read by programs': [
    ...['users.password_hash', 'auth_challenges.password_hash', 'reset_codes.code_hash', 'passkeys.credential_id'],
    ...['auth_challenges.webauthn_challenge', 'passkeys.transports', 'identities.issuer', 'identities.subject'],
    ...[
      'orders.number',
      'orders.open_key',
      'orders.checkout_reference',
      'refunds.reference',
      'payment_events.event_id',
    ],
    ...[
      'payment_events.type',
      'test_payments.reference',
      'test_payments.refund_ids',
      'throttles.key',
      'mails.request_id',
    ],
    ...[
      'audit_log.subject_id',
      'audit_log.ip',
      'audit_log.request_id',
      'error_groups.fingerprint',
      'quiz_answers.question_id',
    ],
    ...['server_processes.id', 'server_processes.host', 'server_processes.version', 'server_processes.node'],
    ...['server_processes.proxy'],
    ...['coupons.course_ids', 'learning_events.data'],
  ],
  'put back into its table before it is shown': ['trash_rows.row'],
}

/** Texts within the JSON columns that are ids or ones of a list. */
export const OTHER_PLACES =
  /(^|[.\]])(id|kind|correct|match_id|pool|image_url|answers_shown|level|accent|background|signature_image|correct\[\])$/

export const toName = ({ table, column, path }: TextColumn) => `${table}.${column}${path ? ` ${path}` : ''}`
