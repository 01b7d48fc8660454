import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export interface EditorProps {
  /** HTML; empty for nothing. What is set from outside is shown. */
  content: string
  onChange: (content: string) => void
  /** Hears what the editor makes of content that it was given. */
  onNormalize: (content: string) => void
}

/** Browsers only, and large: it comes after the rest of the form. */
const QuillEditor = lazy(() => import('./quill-editor.tsx').then(({ QuillEditor }) => ({ default: QuillEditor })))

/** The rich-text editor of a post's content. */
export function Editor(props: EditorProps) {
  const isHydrated = useHydrated()
  return (
    <div className="flex min-h-96 flex-col @3xl:min-h-0 @3xl:flex-1">
      <p id="content-label" className="mb-1.5 text-sm font-medium">
        Content
      </p>
      {isHydrated ? (
        <Suspense fallback={<EditorSkeleton />}>
          <QuillEditor {...props} />
        </Suspense>
      ) : (
        <EditorSkeleton />
      )}
    </div>
  )
}

function EditorSkeleton() {
  return <div aria-hidden="true" className="skeleton min-h-80 flex-1 rounded-control" />
}
