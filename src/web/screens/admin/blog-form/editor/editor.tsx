import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export interface EditorProps {
  /** HTML, or empty. */
  content: string
  onChange: (content: string) => void
  /** The editor writes some HTML in its own way: called when that differs from the content it was given. */
  onNormalize: (given: string, content: string) => void
}

/** Quill is large and needs a browser. */
const QuillEditor = lazy(() => import('./quill-editor.tsx').then(({ QuillEditor }) => ({ default: QuillEditor })))

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
