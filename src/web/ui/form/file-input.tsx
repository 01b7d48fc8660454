import type { RefObject } from 'react'

interface FileInputProps {
  /** For the visible control, whose click opens the browser's file dialog. */
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  onFile: (file: File) => void
}

/** A hidden input that a visible control opens. */
export function FileInput({ ref, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={label}
      hidden
      onChange={({ target }) => {
        const file = target.files?.[0]
        if (file) onFile(file)
        // Selecting the same file again must fire a change event.
        target.value = ''
      }}
    />
  )
}
