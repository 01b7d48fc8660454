import type { MaterialInput } from '#contract/schemas/course-form.ts'

export function lessonValues({ title, subtitle, url, duration, preview, captions }: MaterialInput) {
  return { title, subtitle, url, durationSeconds: duration ?? null, isPreview: preview, captionsUrl: captions }
}
