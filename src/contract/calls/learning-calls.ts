import type { Call } from './call.ts'

/** Quizzes, assignments, notes, progress, certificates and paths. */
export const LEARNING_CALLS = {
  getLesson: { method: 'POST', access: 'anyone', tags: ['courses', 'progress', 'submissions'] },
  finishCourse: { method: 'PUT', access: 'student', invalidates: ['progress', 'certificates', 'notifications', 'log'] },

  getQuiz: { method: 'POST', access: 'user', tags: ['courses', 'progress'] },
  startAttempt: { method: 'POST', access: 'student', invalidates: ['progress'] },
  // Only the student's own open attempt changes, and the browser has the answer already.
  saveAnswer: { method: 'PUT', access: 'student', invalidates: [] },
  submitAttempt: {
    method: 'POST',
    access: 'student',
    invalidates: ['progress', 'certificates', 'notifications', 'log'],
  },
  getAttempts: { method: 'POST', access: 'student', tags: ['progress'] },
  getSampleQuiz: { method: 'POST', access: 'anyone', tags: ['courses'] },
  checkSampleQuiz: { method: 'POST', access: 'anyone', tags: ['courses'] },
  getQuizResults: { method: 'POST', access: 'admin', tags: ['courses', 'submissions'] },
  submitAssignment: { method: 'POST', access: 'student', invalidates: ['progress', 'submissions', 'log'] },
  getSubmissions: { method: 'POST', access: 'admin', tags: ['submissions'] },
  gradeSubmission: { method: 'PUT', access: 'admin', invalidates: ['submissions', 'log'] },

  getNotes: { method: 'POST', access: 'student', tags: ['notes'] },
  addNote: { method: 'POST', access: 'student', invalidates: ['notes'] },
  updateNote: { method: 'PUT', access: 'student', invalidates: ['notes'] },
  deleteNote: { method: 'POST', access: 'student', invalidates: ['notes'] },

  getCourseStudents: { method: 'POST', access: 'admin', tags: ['users', 'submissions'] },
  getStudentProgress: { method: 'POST', access: 'admin', tags: ['users', 'submissions'] },
  setLessonProgress: { method: 'PUT', access: 'admin', invalidates: ['users', 'log'] },
  resetProgress: { method: 'POST', access: 'admin', invalidates: ['users', 'log'] },
  waivePrerequisites: { method: 'POST', access: 'admin', invalidates: ['users', 'log'] },

  getMyCertificates: { method: 'POST', access: 'user', tags: ['certificates', 'progress'] },
  getCertificate: { method: 'POST', access: 'anyone', tags: ['certificates', 'progress'] },
  getCertificates: { method: 'POST', access: 'admin', tags: ['certificates'] },
  revokeCertificate: { method: 'POST', access: 'admin', invalidates: ['certificates', 'log'] },
  replaceCertificate: { method: 'POST', access: 'admin', invalidates: ['certificates', 'log'] },
  getCertificateDesign: { method: 'GET', access: 'admin', tags: ['site'] },
  updateCertificateDesign: { method: 'PUT', access: 'admin', invalidates: ['site', 'log'] },

  getPaths: { method: 'POST', access: 'anyone', tags: ['paths', 'courses'], isCached: true },
  // Whatever changes the user's certificate of the path changes their progress as well.
  getPathData: { method: 'POST', access: 'anyone', tags: ['paths', 'courses', 'progress'], isCached: true },
  findPath: { method: 'POST', access: 'anyone', tags: ['paths', 'courses'] },
  joinPath: { method: 'PUT', access: 'student', invalidates: ['progress', 'certificates', 'notifications', 'log'] },
  getPathsAdmin: { method: 'POST', access: 'admin', tags: ['paths', 'courses'] },
  getPathForm: { method: 'POST', access: 'admin', tags: ['paths', 'courses'] },
  addPath: { method: 'POST', access: 'admin', invalidates: ['paths', 'log'] },
  // A course requires what comes before it in an ordered path.
  updatePath: { method: 'PUT', access: 'admin', invalidates: ['paths', 'courses', 'log'] },
  deletePath: { method: 'POST', access: 'admin', invalidates: ['paths', 'courses', 'log'] },
} as const satisfies Record<string, Call>
