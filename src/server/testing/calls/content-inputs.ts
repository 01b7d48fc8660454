import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { QUESTIONS } from '#server/testing/learning/quizzes.ts'
import type { InputBuilders } from './call-input.ts'

const FIRST_PAGE = { page: 1 }
const LISTED = { ...FIRST_PAGE, search_text: 'a', select_data: '' } as const
const empty = () => ({})

const LESSON = {
  ...{ title: 'A lesson', subtitle: 'Shortly', url: 'https://media.example/x.webm', content: '', file_name: '' },
  ...{ section: 0, duration: 60, preview: false, captions: '', watch_percent: null },
}
/** With every field of the form. */
const createCourseForm = (requiredCourseId: number) => ({
  ...{ title: 'New', description: 'About it', price: 10, discount: 5.5, category: 'Cybersecurity Basics' as const },
  ...{ tabs: 'a b', lesson_order: 'free' as const, public: true },
  sections: [{ title: 'A section', opens_after_days: 1 }],
  materials: [
    { ...LESSON, kind: 'video' as const, completion: 'watched' as const, watch_percent: 80 },
    { ...LESSON, kind: 'article' as const, url: '', content: '<p>Text</p>' },
    {
      ...{ ...LESSON, kind: 'quiz' as const, url: '', completion: 'passed' as const },
      quiz: { pass_mark: 50, max_attempts: 3, time_limit_s: 60, questions: [QUESTIONS.trueFalse, QUESTIONS.number] },
    },
    {
      ...{ ...LESSON, kind: 'assignment' as const, url: '', content: '<p>Task</p>' },
      ...{ completion: 'accepted' as const, submission_form: 'text' as const },
    },
  ],
  details: {
    ...{
      pitch: 'Learn it',
      outcomes: ['One'],
      requirements: ['None'],
      level: 'Beginner' as const,
      language: 'English',
    },
    ...{ faq: [{ question: 'Why?', answer: 'Because' }], instructor_name: 'Ada', instructor_bio: 'She' },
  },
  prerequisites: [{ course_id: requiredCourseId, blocking: true }],
})
const BLOG_FORM = { title: 'New', subtitle: 'Shortly', content: '<p>New</p>', public: true }

/** Courses, posts, reviews, comments and chat. */
export const CONTENT_INPUTS = {
  getMsg: ({ owner }) => ({ ...FIRST_PAGE, sender_id: owner.id }),
  getAdminId: empty,
  getConversations: () => ({ ...FIRST_PAGE, search_text: 'a' }),
  markRead: async ({ owner, message }) => ({ student_id: owner.id, msg_id: await message() }),
  getNotifications: () => FIRST_PAGE,
  readNotifications: empty,
  getEnrolledCourses: ({ owner }) => ({ ...LISTED, student_id: owner.id }),
  getLastLesson: empty,
  getBlogData: () => ({ ...FIRST_PAGE, blog_id: null }),
  addComment: async ({ owner, post }) => ({ blog_id: (await post()).id, student_id: owner.id, comment_text: 'Good' }),
  getComments: async ({ post }) => ({ ...FIRST_PAGE, blog_id: (await post()).id }),
  getOwnComments: async ({ post }) => ({ blog_id: (await post()).id }),
  deleteComment: async ({ comment }) => ({ comment_id: await comment() }),
  completeCourse: async ({ owner, course }) => {
    const { courseId, lessonId } = await course()
    return { id: lessonId, course_id: courseId, user_id: owner.id, value: true }
  },
  saveLessonPosition: async ({ course }) => ({ id: (await course()).lessonId, position: 5, watched: [[0, 5]] }),
  reportLessonProblem: async ({ course }) => ({ material_id: (await course()).lessonId }),
  addReview: async ({ owner, course }) => ({
    ...{ course_id: (await course()).courseId, student_id: owner.id, review_text: 'Clear', stars: 5 },
  }),
  getReviews: async ({ course }) => ({ ...FIRST_PAGE, course_id: (await course()).courseId }),
  getReviewSummary: async ({ course }) => ({ course_id: (await course()).courseId }),
  deleteReview: async ({ review }) => ({ review_id: await review() }),
  getCourseData: async ({ owner, course }) => ({ course_id: (await course()).courseId, student_id: owner.id }),
  enrollCourse: async ({ owner, path }) => ({ course_id: (await path()).courseId, student_id: owner.id }),
  getCourses: () => LISTED,
  getCoursesAdmin: () => LISTED,
  getCourseForm: async ({ course }) => ({ course_id: (await course()).courseId }),
  getBlogsAdmin: () => LISTED,
  getBlogForm: async ({ post }) => ({ blog_id: (await post()).id }),
  deleteCourse: async ({ course }) => ({ course_id: (await course()).courseId }),
  clearLessonProblem: async ({ course }) => ({
    material_id: (await course({ problemReportedAt: new Date() })).lessonId,
  }),
  getDeletedCourses: () => FIRST_PAGE,
  restoreCourse: async ({ deletedCourse }) => ({ course_id: await deletedCourse() }),
  deleteBlog: async ({ post }) => ({ blog_id: (await post()).id }),
  addCourse: async ({ course }) => createCourseForm((await course()).courseId),
  updateCourse: async ({ course }) => {
    const [saved, required] = [await course(), await course()]
    const { materials, ...form } = createCourseForm(required.courseId)
    const kept = materials.map((lesson, index) => ({ ...lesson, id: saved.lessonIds[index] ?? null }))
    return { ...form, course_id: saved.courseId, version: 1, materials: kept }
  },
  duplicateCourse: async ({ course }) => ({ course_id: (await course()).courseId }),
  addBlog: () => BLOG_FORM,
  updateBlog: async ({ post }) => ({ ...BLOG_FORM, blog_id: (await post()).id, version: 1 }),
  addContentPicture: () => ({ id: 1, image: TINY_PNG }),
} satisfies Partial<InputBuilders>
