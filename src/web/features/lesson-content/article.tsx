import { useMemo } from 'react'
import type { LessonContent } from '#contract/schemas/learning/lessons.ts'
import { getReadingMinutes } from '#web/features/rich-text/reading-minutes.ts'
import { sanitizePost } from '#web/features/rich-text/sanitize-post.ts'
import { setUpText } from '#web/features/rich-text/set-up-text.ts'
import { LessonHeading } from './lesson-heading.tsx'

export function Article({ lesson }: { lesson: LessonContent }) {
  const html = useMemo(() => sanitizePost(lesson.content), [lesson.content])
  return (
    <article className="card rounded-panel px-5 py-7 sm:px-10 sm:py-10">
      <div className="mx-auto max-w-[38rem]">
        <LessonHeading lesson={lesson} details={`${getReadingMinutes(html)} min read`} />
        {html === '' ? (
          <p className="mt-6 text-muted">This lesson has no text yet.</p>
        ) : (
          // Sanitized on the server and again here, because browsers parse HTML differently.
          <div key={html} ref={setUpArticle} className="post mt-7" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
    </article>
  )
}

function setUpArticle(text: HTMLElement | null): (() => void) | undefined {
  for (const image of text?.querySelectorAll('img') ?? []) image.loading = 'lazy'
  return setUpText(text)
}
