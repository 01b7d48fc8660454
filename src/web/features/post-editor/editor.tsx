import { Suspense, useId } from 'react'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'

export interface EditorProps {
  /** HTML, or empty. */
  content: string
  onChange: (content: string) => void
  /** The editor writes some HTML in its own way: called when that differs from the content it was given. */
  onNormalize: (given: string, content: string) => void
  /** Called with each upload of pictures, until they are in the content. */
  onUpload: (upload: Promise<void>) => void
}

/** Quill is large and needs a browser. */
const QuillEditor = lazyPart(() => import('./quill-editor.tsx').then(({ QuillEditor }) => QuillEditor))

export function Editor({ label = 'Content', ...props }: EditorProps & { label?: string }) {
  const isHydrated = useHydrated()
  const labelId = useId()
  return (
    <div className="flex min-h-96 flex-col @3xl:min-h-0 @3xl:flex-1">
      <p id={labelId} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {isHydrated ? (
        <Suspense fallback={<EditorSkeleton />}>
          <QuillEditor {...props} labelId={labelId} />
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
