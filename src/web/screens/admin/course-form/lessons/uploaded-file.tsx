import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'

interface UploadedFileProps {
  /** What the button removes, such as “the video”. */
  noun: string
  onRemove: () => void
  warning?: string | undefined
  children: ReactNode
}

/** A file that a file picker has uploaded. */
export function UploadedFile({ noun, onRemove, warning, children }: UploadedFileProps) {
  const row = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={row} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {children}
      <Button variant="quiet" size="sm" onClick={onRemove}>
        Remove<span className="sr-only"> {noun}</span>
      </Button>
      {warning !== undefined && <span className="w-full text-xs text-accent-text">{warning}</span>}
    </div>
  )
}
