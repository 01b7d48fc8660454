import { AppError } from '#contract/errors.ts'
import { getLesson } from './features/lessons/get-lesson.ts'
import { addNote } from './features/notes/add-note.ts'
import { deleteNote } from './features/notes/delete-note.ts'
import { getNotes } from './features/notes/get-notes.ts'
import { updateNote } from './features/notes/update-note.ts'

// TO BE REPLACED: each owner replaces the entries of its calls by their handlers.
const pending = () => Promise.reject(new AppError('not_configured'))

/** The handlers of learning-calls.ts. */
export const learningHandlers = {
  // Progress.
  finishCourse: pending,
  getCourseStudents: pending,
  getStudentProgress: pending,
  setLessonProgress: pending,
  resetProgress: pending,
  waivePrerequisites: pending,

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
  getLesson,
  getNotes,
  addNote,
  updateNote,
  deleteNote,

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
