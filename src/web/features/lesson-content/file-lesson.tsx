import { useQuery } from '@tanstack/react-query'
import type { LessonContent } from '#contract/schemas/learning/lessons.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatBytes } from './format-bytes.ts'
import { LessonHeading } from './lesson-heading.tsx'

/** A PDF is shown by the browser's own viewer where it has one; other files are downloads. */
export function FileLesson({ lesson }: { lesson: LessonContent }) {
  const canShow = isPdf(lesson.url) && navigator.pdfViewerEnabled
  return (
    <section aria-label={lesson.title} className="card overflow-hidden rounded-panel">
      <div className="p-5 sm:p-8">
        <LessonHeading lesson={lesson} />
        <DownloadCard lesson={lesson} />
      </div>
      {canShow && (
        <iframe
          src={`${lesson.url}#view=FitH&navpanes=0`}
          title={lesson.title}
          className="h-[min(80dvh,62rem)] w-full border-t border-border bg-raised"
        />
      )}
    </section>
  )
}

const isPdf = (url: string) => /\.pdf$/i.test(url.split(/[?#]/, 1)[0] ?? '')

function DownloadCard({ lesson: { url, file_name } }: { lesson: LessonContent }) {
  const size = useFileSize(url)
  const name = file_name || 'Download'
  return (
    <div className="mt-6 flex flex-wrap items-center gap-4 rounded-card border border-border bg-raised p-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-[var(--accent-wash)] text-accent-text">
        <AnyIcon name="file" size={22} />
      </span>
      <p className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{name}</span>
        {size !== null && <span className="text-sm text-muted">{formatBytes(size)}</span>}
      </p>
      <span className="flex flex-wrap gap-2 max-sm:w-full">
        {isPdf(url) && (
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="inline-flex h-11 items-center justify-center rounded-control border border-border-strong px-4 text-sm font-semibold hover:bg-surface max-sm:flex-1"
          >
            Open<span className="max-sm:sr-only"> in a new tab</span>
          </a>
        )}
        <a
          href={url}
          download={file_name || true}
          aria-label={`Download ${name}`}
          className="inline-flex h-11 items-center justify-center gap-2 rounded-control bg-accent px-4 text-sm font-semibold text-on-accent hover:brightness-106 max-sm:flex-1"
        >
          <AnyIcon name="download" size={18} />
          Download
        </a>
      </span>
    </div>
  )
}

/** Null while it is unknown. */
function useFileSize(url: string): number | null {
  const { data } = useQuery({
    queryKey: ['file size', url],
    queryFn: () => readFileSize(url),
    staleTime: Infinity,
    retry: false,
  })
  return data ?? null
}

async function readFileSize(url: string): Promise<number | null> {
  const response = await fetch(url, { method: 'HEAD' })
  const length = response.headers.get('content-length')
  return response.ok && length !== null ? Number(length) : null
}
