import { AppError } from '#contract/errors.ts'
import { getLesson } from './features/lessons/get-lesson.ts'
import { addNote } from './features/notes/add-note.ts'
import { deleteNote } from './features/notes/delete-note.ts'
import { getNotes } from './features/notes/get-notes.ts'
import { updateNote } from './features/notes/update-note.ts'
import { submitAssignment } from './features/assignments/submit-assignment.ts'
import { getSubmissions } from './features/assignments/get-submissions.ts'
import { gradeSubmission } from './features/assignments/grade-submission.ts'
import { getQuiz } from './features/quizzes/get-quiz.ts'
import { startAttempt } from './features/quizzes/start-attempt.ts'
import { saveAnswer } from './features/quizzes/save-answer.ts'
import { submitAttempt } from './features/quizzes/submit-attempt.ts'
import { getAttempts } from './features/quizzes/get-attempts.ts'
import { getSampleQuiz } from './features/quizzes/get-sample-quiz.ts'
import { checkSampleQuiz } from './features/quizzes/check-sample-quiz.ts'
import { getQuizResults } from './features/quizzes/get-quiz-results.ts'

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
  getQuiz,
  startAttempt,
  saveAnswer,
  submitAttempt,
  getAttempts,
  getSampleQuiz,
  checkSampleQuiz,
  getQuizResults,
  submitAssignment,
  getSubmissions,
  gradeSubmission,

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
