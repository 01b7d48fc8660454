import { API_BASE } from './methods.ts'

/** Where lessons' videos and captions are sent, by the tus protocol (decision 0015). */
export const LESSON_FILES_PATH = `${API_BASE}/lessonFiles`

/** The header of the last answer to an upload: the file's address, as a lesson names it. */
export const LESSON_FILE_HEADER = 'lesson-file'
