import { MAX_SEARCH_LENGTH } from './text/search-length.ts'

// Every limit that both sides show or enforce.

/** Limits on text, from contract.md, section 5. Lengths count UTF-16 units, as the browser's maxlength does. */
export const LIMITS = {
  name: 80,
  email: 254,
  passwordMin: 8,
  passwordMax: 256,
  title: 200,
  subtitle: 300,
  description: 20_000,
  review: 2_000,
  comment: 2_000,
  message: 4_000,
  url: 2_048,
  tabs: 20,
  tab: 40,
  lessons: 500,
  price: 100_000,
  search: MAX_SEARCH_LENGTH,
  page: 100_000,
  code: 6,
  passkeyName: 60,
  uploadBytes: 5 * 1024 * 1024,
  /** Bytes of a post's HTML, characters of a lesson's. */
  content: 500_000,
  couponCode: 40,
  /** Why an admin grants, revokes or refunds. */
  reason: 300,
  /** Of a bank transfer, as an admin notes it. */
  paymentReference: 100,
  couponUses: 1_000_000,
  sections: 100,
  /** Of a course's page: each of its outcomes, requirements and questions. */
  detail: 300,
  details: 20,
  faqAnswer: 2_000,
  pitch: 300,
  instructorBio: 2_000,
  prerequisites: 10,
  questions: 200,
  options: 20,
  /** A question, an explanation, a typed answer. */
  question: 2_000,
  option: 500,
  attempts: 100,
  submission: 20_000,
  submissionFileBytes: 20 * 1024 * 1024,
  documentBytes: 100 * 1024 * 1024,
  note: 2_000,
  notesPerLesson: 500,
  /** They are one answer. */
  notesPerCourse: 2_000,
  notesPerUser: 10_000,
  pathCourses: 50,
  /** The whole body of a post's or a course's form: a character takes up to six bytes in JSON. */
  formBytes: 4 * 1024 * 1024,
  lessonFileBytes: 2 * 1024 * 1024 * 1024,
  captionsBytes: 1024 * 1024,
} as const

// Rows a page, from contract.md, section 2.
export const COURSES_PER_PAGE = 12
export const MY_COURSES_PER_PAGE = 4
export const BLOGS_PER_PAGE = 9
export const USERS_PER_PAGE = 20
export const ADMIN_COURSES_PER_PAGE = 20
export const ERROR_GROUPS_PER_PAGE = 20
export const TRASH_PER_PAGE = 20
export const AUDIT_ENTRIES_PER_PAGE = 30
export const ADMIN_BLOGS_PER_PAGE = 20
export const LOG_ENTRIES_PER_PAGE = 30
export const MESSAGES_PER_PAGE = 30
export const CONVERSATIONS_PER_PAGE = 20
export const COMMENTS_PER_PAGE = 10
export const REVIEWS_PER_PAGE = 10
export const NOTIFICATIONS_PER_PAGE = 20
/** How many characters of a message a notification shows. */
export const NOTIFICATION_PREVIEW_LENGTH = 80

export const ORDERS_PER_PAGE = 20
export const MY_ORDERS_PER_PAGE = 10
export const COUPONS_PER_PAGE = 20

export const PATHS_PER_PAGE = 12
export const CERTIFICATES_PER_PAGE = 20
export const SUBMISSIONS_PER_PAGE = 20
export const COURSE_STUDENTS_PER_PAGE = 20

/** How long after the payment a student can take a full refund. */
export const REFUND_DAYS = 30
/** Further refunds within a year wait for an admin. */
export const REFUNDS_A_YEAR = 3

/** How long a deleted course, post, review, comment or user can be restored. */
export const TRASH_DAYS = 30

/**
 * How long a browser keeps unsaved changes: long enough to return after a weekend. Older ones would mostly conflict with
 * newer saves.
 */
export const DRAFT_DAYS = 7

/** Rows of each list on a user's page in the dashboard. */
export const MAX_DETAIL_ROWS = 200
/** Search results of each kind in the command palette. */
export const MAX_RESULTS_PER_KIND = 5
/** Rows of a CSV file in one import call. */
export const IMPORT_BATCH_ROWS = 200
export const IMPORT_FILE_MAX_ROWS = 10_000

/** Messages of one user, over all sockets and servers. */
export const CHAT_LIMITS = { messagesPer10Seconds: 20, messagesPerDay: 2_000 } as const

/** Leading zero bits of a proof of work: about a second of a phone's time. */
export const PROOF_BITS = 17

/** Frames of one socket (contract.md, section 4). */
export const SOCKET_LIMITS = {
  frameBytes: 16 * 1024,
  clientId: 64,
  /** A socket that sends faster than this is closed. */
  framesPer10Seconds: 40,
  framesPerMinute: 100,
  /** "Typing" frames count apart: more are dropped, and ten times as many close the socket. */
  typingPer10Seconds: 20,
} as const
