import type { LessonInput } from '#contract/schemas/course-form.ts'

export function toLessonValues({ title, subtitle, url, duration, preview, captions }: LessonInput) {
  return { title, subtitle, url, durationSeconds: duration ?? null, isPreview: preview, captionsUrl: captions }
}
