import { type DragEvent, useState } from 'react'

/** What an element needs so that a file can be dropped on it. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    drop: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        const file = event.dataTransfer.files[0]
        if (file) onFile(file)
      },
    },
  }
}
