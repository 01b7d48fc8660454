import { toEmbedUrl } from '#contract/media/embeds.ts'
import type { LessonContent } from '#contract/schemas/learning/lessons.ts'
import { LessonHeading } from './lesson-heading.tsx'

/** A page of another site, in a frame that can reach nothing of this one. */
export function EmbedFrame({ lesson }: { lesson: LessonContent }) {
  const src = toEmbedUrl(lesson.url)
  return (
    <section aria-label={lesson.title} className="card overflow-hidden rounded-panel">
      <div className="p-5 sm:p-8">
        <LessonHeading lesson={lesson} details={getHost(lesson.url)} />
        <p className="mt-3 text-sm text-muted">
          {src === null
            ? 'This page can’t be shown here.'
            : 'If nothing appears, your browser or the other site does not allow frames.'}{' '}
          {/^https?:/.test(lesson.url) && (
            <a
              href={lesson.url}
              target="_blank"
              rel="noopener noreferrer"
              className="font-semibold text-accent-text underline-offset-4 hover:underline"
            >
              Open it in a new tab
            </a>
          )}
        </p>
      </div>
      {src !== null && (
        <iframe
          src={src}
          title={lesson.title}
          loading="lazy"
          // Same origin means the other site's own: it keeps its storage and gets nothing of ours.
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation"
          allow="fullscreen; clipboard-write"
          referrerPolicy="strict-origin-when-cross-origin"
          className="h-[min(75dvh,44rem)] w-full border-t border-border bg-raised"
        />
      )}
    </section>
  )
}

function getHost(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : undefined
}
