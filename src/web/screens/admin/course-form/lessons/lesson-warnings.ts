import { findLessonAddressProblem, type LessonAddressProblem } from '#contract/addresses.ts'

/** Sentences for a lesson that will not play for students. */
export const LESSON_PROBLEM_TEXTS: Record<LessonAddressProblem, string> = {
  not_secure:
    'Students can’t watch this: browsers block http:// videos here. Use an https:// address or upload the file.',
  not_a_video: 'Students can’t watch this kind of file. Use an .mp4 or .webm file, or a YouTube or Vimeo link.',
}

/** The warning about a lesson's address, which does not keep it from being saved. */
export function getLessonWarning(url: string): string | undefined {
  const problem = findLessonAddressProblem(url.trim())
  return problem ? LESSON_PROBLEM_TEXTS[problem] : undefined
}
