import { AppError } from '#contract/errors.ts'
import { waivePrerequisites } from './features/progress/waive-prerequisites.ts'
import { resetProgress } from './features/progress/reset-progress.ts'
import { setLessonProgress } from './features/progress/set-lesson-progress.ts'
import { getStudentProgress } from './features/progress/get-student-progress.ts'
import { getCourseStudents } from './features/progress/get-course-students.ts'
import { finishCourse } from './features/progress/finish-course.ts'

// TO BE REPLACED: each owner replaces the entries of its calls by their handlers.
const pending = () => Promise.reject(new AppError('not_configured'))

/** The handlers of learning-calls.ts. */
export const learningHandlers = {
  // Progress.
  finishCourse,
  getCourseStudents,
  getStudentProgress,
  setLessonProgress,
  resetProgress,
  waivePrerequisites,

  // Quizzes and assignments.
  getQuiz: pending,
  startAttempt: pending,
  saveAnswer: pending,
  submitAttempt: pending,
  getAttempts: pending,
  getSampleQuiz: pending,
  checkSampleQuiz: pending,
  getQuizResults: pending,
  submitAssignment: pending,
  getSubmissions: pending,
  gradeSubmission: pending,

  // Lessons and notes.
  getLesson: pending,
  getNotes: pending,
  addNote: pending,
  updateNote: pending,
  deleteNote: pending,

  // Certificates.
  getMyCertificates: pending,
  getCertificate: pending,
  getCertificates: pending,
  revokeCertificate: pending,
  replaceCertificate: pending,
  getCertificateDesign: pending,
  updateCertificateDesign: pending,

  // Paths.
  getPaths: pending,
  getPathData: pending,
  findPath: pending,
  joinPath: pending,
  getPathsAdmin: pending,
  getPathForm: pending,
  addPath: pending,
  updatePath: pending,
  deletePath: pending,
}
