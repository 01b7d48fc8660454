import { useMemo } from 'react'
import type { LessonContent } from '#contract/schemas/lessons.ts'
import { getReadingMinutes } from '#web/features/rich-text/reading-minutes.ts'
import { makeCodeFocusable } from '#web/features/rich-text/make-code-focusable.ts'
import { sanitizePost } from '#web/features/rich-text/sanitize-post.ts'
import { highlightCode } from './highlight-code.ts'
import { LessonHeading } from './lesson-heading.tsx'
import './highlight.css'

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
          <div key={html} ref={setUpText} className="post mt-7" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
    </article>
  )
}

function setUpText(text: HTMLElement | null): (() => void) | undefined {
  if (!text) return undefined
  for (const image of text.querySelectorAll('img')) image.loading = 'lazy'
  // Without its colours the code is still readable.
  void highlightCode(text).catch((error: unknown) => console.error('Highlighting failed:', error))
  return makeCodeFocusable(text)
}
