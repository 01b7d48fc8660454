import { formatMoney, toDollars } from '#contract/money.ts'

/** Where a column's name says something else than the dashboard. Others are split into their words. */
const LABELS: Record<string, string> = {
  access: 'Access by',
  archivedAt: 'Archived',
  chatMails: 'Email notifications',
  completed: 'Lesson completed',
  completion: 'Completed when',
  content: 'Text',
  contentLength: 'Length of the text',
  contentMd5: 'Fingerprint of the text',
  copy: 'Copy (id)',
  courses: 'Courses',
  deletedAt: 'Deleted',
  details: 'Course page',
  discount: 'Discount in percent',
  durationSeconds: 'Duration in seconds',
  endsAt: 'Ends',
  imageUrl: 'Picture',
  invited: 'Invitations sent',
  isPreview: 'Preview',
  isPublic: 'Published',
  kind: 'Kind',
  lessons: 'Lessons',
  place: 'Position',
  preview: 'Free preview',
  quizMd5: 'Fingerprint of the questions',
  quizQuestions: 'Number of questions',
  quizSettings: 'Quiz settings',
  refundRequestedAt: 'Refund requested',
  replacedBy: 'Replaced by',
  running: 'Site open',
  startsAt: 'Starts',
  students: 'Students',
  submissionForm: 'Handed in as',
  tabs: 'Tags',
  url: 'Address',
}
/** Of the course’s lessons, each of which is a field. */
const LESSON = /^lesson (\d+)$/
const CENTS = /Cents$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** In words: `priceCents` is "Price", `courseIds` is "Course ids". */
export function getFieldLabel(name: string): string {
  const lesson = LESSON.exec(name)
  if (lesson) return `Lesson (id ${lesson[1]})`
  if (Object.hasOwn(LABELS, name)) return LABELS[name] ?? name
  const words = name
    .replace(CENTS, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Empty for what is not there. */
export function formatField(name: string, value: unknown, currency: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return CENTS.test(name) ? formatMoney(toDollars(value), currency) : String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // In UTC, as the days of the filter.
  if (typeof value === 'string') return INSTANT.test(value) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : value
  if (Array.isArray(value))
    return value.map((item) => formatItem(item, currency)).join(value.some(isObject) ? '\n' : ', ')
  return Object.entries(value)
    .map(([key, inner]) => `${getFieldLabel(key)}: ${formatField(key, inner, currency) || 'none'}`)
    .join('\n')
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/** On one line. */
const formatItem = (value: unknown, currency: string) => formatField('', value, currency).replaceAll('\n', ', ')
