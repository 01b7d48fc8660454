import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import type { InputBuilders } from './call-input.ts'
import type { OwnerRecords } from './owner-records.ts'

const empty = () => ({})
const withAttempt = async ({ attempt }: OwnerRecords) => ({ material_id: (await attempt()).lessonId })
const withPath = async ({ path }: OwnerRecords) => ({ path_id: (await path()).id })
const REASON = 'Asked for by email'
const withStudent = async ({ owner, course }: OwnerRecords) => ({
  student_id: owner.id,
  course_id: (await course()).courseId,
})
/** With every field of the form. */
const createPathForm = (courseId: number) => ({
  ...{ title: 'A path', goal: 'A goal', description: 'About it', level: 'Beginner' as const, ordered: true },
  ...{ price: 50, course_ids: [courseId], public: true },
})

/** Quizzes, assignments, notes, progress, certificates and paths. */
export const LEARNING_INPUTS = {
  getLesson: async ({ submission }) => ({ material_id: (await submission()).lessonId }),
  finishCourse: async ({ completedCourse }) => ({ course_id: await completedCourse() }),
  getQuiz: withAttempt,
  startAttempt: async ({ quiz }) => ({ material_id: (await quiz()).lessonId }),
  saveAnswer: async ({ attempt }) => {
    const { id, questionId } = await attempt()
    return { attempt_id: id, question_id: questionId, answer: '3.14' }
  },
  submitAttempt: async ({ attempt }) => ({ attempt_id: (await attempt()).id }),
  getAttempts: withAttempt,
  getSampleQuiz: async ({ quiz }) => ({ material_id: (await quiz({ isPreview: true })).lessonId }),
  checkSampleQuiz: async ({ quiz }) => ({
    material_id: (await quiz({ isPreview: true })).lessonId,
    answers: { 'q-true': true, 'q-multiple': ['o0', 'o2'], 'q-match': { p0: 'm0' }, 'q-number': 3.14 },
  }),
  getQuizResults: withAttempt,
  submitAssignment: async ({ assignment }) => ({
    ...{ material_id: await assignment(), text: 'Done', file_url: '', file_name: '' },
  }),
  getSubmissions: () => ({ page: 1, search_text: 'a', select_data: '', course_id: null }),
  gradeSubmission: async ({ submission }) => ({
    ...{ submission_id: (await submission()).id, status: 'accepted', feedback: 'Good', graded_date: null },
  }),
  getNotes: async ({ note }) => {
    const { courseId, lessonId } = await note()
    return { course_id: courseId, material_id: lessonId }
  },
  addNote: async ({ course }) => ({ material_id: (await course()).lessonId, seconds: 1, text: 'A note' }),
  updateNote: async ({ note }) => ({ note_id: (await note()).id, text: 'A note' }),
  deleteNote: async ({ note }) => ({ note_id: (await note()).id }),
  getCourseStudents: async ({ course }) => ({ course_id: (await course()).courseId, page: 1, search_text: 'a' }),
  getStudentProgress: withStudent,
  setLessonProgress: async ({ owner, course }) => {
    const { courseId, lessonId } = await course()
    return { student_id: owner.id, course_id: courseId, material_id: lessonId, value: true, reason: REASON }
  },
  resetProgress: async (records) => ({ ...(await withStudent(records)), reason: REASON }),
  waivePrerequisites: async (records) => ({ ...(await withStudent(records)), reason: REASON }),
  getMyCertificates: empty,
  getCertificate: async ({ certificate }) => ({ certificate_id: await certificate() }),
  getCertificates: () => ({ page: 1, search_text: 'a', select_data: '' }),
  revokeCertificate: async ({ certificate }) => ({ certificate_id: await certificate(), reason: REASON }),
  replaceCertificate: async ({ certificate }) => ({
    ...{ certificate_id: await certificate(), first_name: 'Ada', last_name: 'King' },
  }),
  getCertificateDesign: empty,
  updateCertificateDesign: () => certificateDesign.parse({}),
  getPaths: () => ({ page: 1, search_text: 'a' }),
  getPathData: withPath,
  findPath: () => ({ goal: 'A goal', level: '', hours_per_week: 5 }),
  joinPath: async (records) => ({ ...(await withPath(records)), value: true }),
  getPathsAdmin: () => ({ page: 1, search_text: 'a', select_data: '' }),
  getPathForm: withPath,
  addPath: async ({ pricedCourse }) => createPathForm(await pricedCourse()),
  updatePath: async ({ path, pricedCourse }) => {
    const { id, version } = await path()
    return { ...createPathForm(await pricedCourse()), path_id: id, version }
  },
  deletePath: withPath,
} satisfies Partial<InputBuilders>
