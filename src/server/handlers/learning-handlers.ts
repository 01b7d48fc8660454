import { getLesson } from '#server/features/lessons/get-lesson.ts'
import { addNote } from '#server/features/notes/add-note.ts'
import { deleteNote } from '#server/features/notes/delete-note.ts'
import { getNotes } from '#server/features/notes/get-notes.ts'
import { updateNote } from '#server/features/notes/update-note.ts'
import { submitAssignment } from '#server/features/assignments/submit-assignment.ts'
import { getSubmissions } from '#server/features/assignments/get-submissions.ts'
import { gradeSubmission } from '#server/features/assignments/grade-submission.ts'
import { getQuiz } from '#server/features/quizzes/get-quiz.ts'
import { startAttempt } from '#server/features/quizzes/attempts/start-attempt.ts'
import { saveAnswer } from '#server/features/quizzes/attempts/save-answer.ts'
import { submitAttempt } from '#server/features/quizzes/attempts/submit-attempt.ts'
import { getAttempts } from '#server/features/quizzes/attempts/get-attempts.ts'
import { getSampleQuiz } from '#server/features/quizzes/get-sample-quiz.ts'
import { checkSampleQuiz } from '#server/features/quizzes/check-sample-quiz.ts'
import { getQuizResults } from '#server/features/quizzes/get-quiz-results.ts'
import { getCertificateDesign, updateCertificateDesign } from '#server/features/certificates/certificate-design.ts'
import { getCertificate } from '#server/features/certificates/get-certificate.ts'
import { getCertificates } from '#server/features/certificates/get-certificates.ts'
import { getMyCertificates } from '#server/features/certificates/get-my-certificates.ts'
import { replaceCertificate } from '#server/features/certificates/replace-certificate.ts'
import { revokeCertificate } from '#server/features/certificates/revoke-certificate.ts'
import { addPath } from '#server/features/paths/add-path.ts'
import { deletePath } from '#server/features/paths/delete-path.ts'
import { findPath } from '#server/features/paths/find-path.ts'
import { getPathData } from '#server/features/paths/get-path-data.ts'
import { getPathForm } from '#server/features/paths/get-path-form.ts'
import { getPaths } from '#server/features/paths/get-paths.ts'
import { getPathsAdmin } from '#server/features/paths/get-paths-admin.ts'
import { joinPath } from '#server/features/paths/join-path.ts'
import { updatePath } from '#server/features/paths/update-path.ts'
import { waivePrerequisites } from '#server/features/progress/waive-prerequisites.ts'
import { resetProgress } from '#server/features/progress/reset-progress.ts'
import { setLessonProgress } from '#server/features/progress/set-lesson-progress.ts'
import { getStudentProgress } from '#server/features/progress/get-student-progress.ts'
import { getCourseStudents } from '#server/features/progress/get-course-students.ts'
import { finishCourse } from '#server/features/progress/finish-course.ts'

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
