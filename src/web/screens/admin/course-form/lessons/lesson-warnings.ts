import { findLessonAddressProblem } from '#contract/media/addresses.ts'
import type { LessonProblem } from '#contract/choices.ts'
import type { LessonValues } from '../values/lesson-values.ts'

const PROBLEM_TEXTS: Record<LessonProblem, string> = {
  not_secure:
    'Students can’t watch this: browsers block http:// videos here. Use an https:// address or upload the file.',
  not_a_video: 'Students can’t watch this kind of file. Use an .mp4 or .webm file, or a YouTube or Vimeo link.',
  reported: 'A student couldn’t play this video. Check the address, or upload the file.',
}

/** Why a lesson will not play for students. It can be saved all the same. */
export function getLessonWarning({ kind, url, reportedUrl }: LessonValues): string | undefined {
  if (kind !== 'video') return undefined
  const problem = findLessonAddressProblem(url.trim()) ?? (url !== '' && url === reportedUrl ? 'reported' : null)
  return problem ? PROBLEM_TEXTS[problem] : undefined
}
