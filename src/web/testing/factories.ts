import type { SignInSession } from '#contract/schemas/accounts/account.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import type { Blog } from '#contract/schemas/blogs.ts'
import type { Conversation, Message } from '#contract/schemas/chat.ts'
import type { Comment } from '#contract/schemas/comments.ts'
import type { CallOutput } from '#contract/contract.ts'
import { NO_DETAILS } from '#contract/schemas/learning/course-details.ts'
import type { Lesson } from '#contract/schemas/courses.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import type { User } from '#contract/schemas/accounts/users.ts'

// Answers of the server with default values.

export const buildUser = (values: Partial<User> = {}): User => ({
  student_id: 7,
  email: 'mara@mail.example',
  first_name: 'Mara',
  last_name: 'Ilves',
  image_url: '',
  role: 'student',
  status_user: true,
  joined_at: '2026-03-01T09:30:00.000Z',
  birthdate: '1991-04-17',
  gender: 'Female',
  course_joined: 2,
  ...values,
})

export const mockSignedIn = (values: Partial<User> = {}) => ({
  session: () => ({ msg: { loggedIn: true, userData: [buildUser(values)] } }),
})

export const buildSession = (values: Partial<SignInSession> = {}): SignInSession => ({
  session_id: 31,
  device: 'Firefox on Linux',
  created_date: '2026-11-20T09:30:00.000Z',
  last_seen: '2026-11-21T09:30:00.000Z',
  isCurrent: true,
  ...values,
})

export const buildAccount = (values: Partial<CallOutput<'getAccount'>> = {}): CallOutput<'getAccount'> => ({
  hasPassword: true,
  hasGoogle: false,
  pendingEmail: '',
  hasEmailLink: true,
  chatMails: true,
  secondFactor: {
    ...{ hasTotp: false, passkeys: [], recoveryCodes: 0, trustedBrowsers: 0 },
    ...{ isRequired: false, canAddPasskeys: true },
  },
  sessions: [buildSession()],
  ...values,
})

type CourseData = CallOutput<'getCourseData'>['msg']['course']

export const buildCourse = (values: Partial<CourseData> = {}): CourseData => ({
  course_id: 41,
  title: 'Database Management from first principles',
  description: 'Tables and joins.\n\nWhat one builds.',
  price: 80,
  discount: 25,
  category: 'Database Management Systems',
  image_url: '',
  tabs: 'sql,joins',
  lessons: 2,
  stars: 4.8,
  reviews: 16,
  created_date: '2026-10-01T00:00:00.000Z',
  progress: 0,
  enrolled: false,
  entitlement: null,
  details: NO_DETAILS,
  duration: 48,
  updated_date: '2026-10-01T00:00:00.000Z',
  lesson_order: 'free',
  requires: [],
  finished_date: null,
  can_finish: false,
  certificate_id: null,
  ...values,
})

export const buildLesson = (values: Partial<Lesson> = {}): Lesson => ({
  material_id: 901,
  title: 'Joins, drawn',
  subtitle: 'Draw a join.',
  url: '/uploads/0123456789abcdef0123456789abcdef.webm',
  created_date: '2026-10-01T00:00:00.000Z',
  isCompleted: false,
  duration: 24,
  preview: false,
  captions: '',
  position: 0,
  section_id: null,
  kind: 'video',
  file_name: '',
  completion: 'manual',
  watch_percent: null,
  watched_percent: 0,
  locked: false,
  locked_reason: null,
  opens_date: null,
  is_new: false,
  ...values,
})

/** A course's form without its course. */
export const buildFormData = (values: Partial<Omit<CourseForm, 'course'>> = {}): Omit<CourseForm, 'course'> => ({
  details: NO_DETAILS,
  lesson_order: 'free',
  prerequisites: [],
  sections: [],
  materials: [],
  version: 1,
  ...values,
})

export function buildMaterial(values: Partial<Lesson> = {}): CourseForm['materials'][number] {
  const { material_id, title, subtitle, url, created_date, duration, preview, captions, ...kind } = buildLesson(values)
  const { section_id, kind: lessonKind, file_name, completion, watch_percent } = kind
  return {
    ...{ material_id, title, subtitle, url, created_date, duration, preview, captions },
    ...{ section_id, kind: lessonKind, file_name, completion, watch_percent },
    ...{ content: '', quiz: null, submission_form: 'both' },
  }
}

export const buildReview = (values: Partial<Review> = {}): Review => ({
  review_id: 1,
  review_text: 'Worth every minute.',
  stars: 5,
  review_date: '2026-11-02T10:00:00.000Z',
  first_name: 'Ken',
  image_url: '',
  role: 'student',
  course_id: 41,
  refunded: false,
  ...values,
})

export const buildMessage = (values: Partial<Message> = {}): Message => ({
  msg_id: 100,
  sender_id: 7,
  receiver_id: 1,
  msg_text: 'Is every course mine for good?',
  created_date: '2026-11-21T09:30:00.000Z',
  ...values,
})

export const buildConversation = (values: Partial<Conversation> = {}): Conversation => ({
  student_id: 7,
  first_name: 'Mara',
  last_name: 'Ilves',
  image_url: '',
  unread: 0,
  last: null,
  ...values,
})

export const buildPost = (values: Partial<Blog> = {}): Blog => ({
  blog_id: 61,
  title: 'Why we draw before we code',
  subtitle: 'A pencil is slow.',
  content: '<h2>A drawing has to be complete</h2><p>Text</p>',
  image_url: '',
  created_date: '2026-10-05T08:00:00.000Z',
  ...values,
})

export const buildComment = (values: Partial<Comment> = {}): Comment => ({
  comment_id: 1,
  comment_text: 'Well said.',
  created_date: '2026-11-03T10:00:00.000Z',
  first_name: 'Ken',
  image_url: '',
  role: 'student',
  blog_id: 61,
  ...values,
})
