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
