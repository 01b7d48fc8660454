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
import { getCertificateDesign, updateCertificateDesign } from './features/certificates/certificate-design.ts'
import { getCertificate } from './features/certificates/get-certificate.ts'
import { getCertificates } from './features/certificates/get-certificates.ts'
import { getMyCertificates } from './features/certificates/get-my-certificates.ts'
import { replaceCertificate } from './features/certificates/replace-certificate.ts'
import { revokeCertificate } from './features/certificates/revoke-certificate.ts'
import { addPath } from './features/paths/add-path.ts'
import { deletePath } from './features/paths/delete-path.ts'
import { findPath } from './features/paths/find-path.ts'
import { getPathData } from './features/paths/get-path-data.ts'
import { getPathForm } from './features/paths/get-path-form.ts'
import { getPaths } from './features/paths/get-paths.ts'
import { getPathsAdmin } from './features/paths/get-paths-admin.ts'
import { joinPath } from './features/paths/join-path.ts'
import { updatePath } from './features/paths/update-path.ts'
import { waivePrerequisites } from './features/progress/waive-prerequisites.ts'
import { resetProgress } from './features/progress/reset-progress.ts'
import { setLessonProgress } from './features/progress/set-lesson-progress.ts'
import { getStudentProgress } from './features/progress/get-student-progress.ts'
import { getCourseStudents } from './features/progress/get-course-students.ts'
import { finishCourse } from './features/progress/finish-course.ts'

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
  getMyCertificates,
  getCertificate,
  getCertificates,
  revokeCertificate,
  replaceCertificate,
  getCertificateDesign,
  updateCertificateDesign,

  // Paths.
  getPaths,
  getPathData,
  findPath,
  joinPath,
  getPathsAdmin,
  getPathForm,
  addPath,
  updatePath,
  deletePath,
}
