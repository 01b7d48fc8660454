import { type DragEvent, useState } from 'react'

/** Props for an element that accepts a dropped file. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isDragOver, setDragOver] = useState(false)
  return {
    isOver: isDragOver,
    dropProps: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setDragOver(true)
      },
      onDragLeave: () => setDragOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setDragOver(false)
        const file = event.dataTransfer.files[0]
        if (file) onFile(file)
      },
    },
  }
}
