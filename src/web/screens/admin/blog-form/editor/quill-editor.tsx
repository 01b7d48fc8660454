import type Quill from 'quill'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createQuill, getHtml, setHtml } from './create-quill.ts'
import type { EditorProps } from './editor.tsx'
import { useContentPictures } from './use-content-pictures.ts'
import 'quill/dist/quill.snow.css'
import './editor.css'

/** Quill with its snow theme. Pasted, dropped and selected pictures are uploaded and inserted by URL. */
export function QuillEditor({ content, onChange, onNormalize }: EditorProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const quill = useRef<Quill>(null)
  /** The form's last known HTML: any other content was set from outside. */
  const lastHtml = useRef<string>(undefined)
  const pictures = useContentPictures()
  const uploadPictures = useEffectEvent(pictures.upload)
  const emitChange = useEffectEvent(() => {
    if (!quill.current) return
    lastHtml.current = getHtml(quill.current)
    onChange(lastHtml.current)
  })
  const emitNormalized = useEffectEvent(onNormalize)

  useEffect(() => {
    if (!containerRef.current) return
    const container = containerRef.current
    const instance = createQuill(container, {
      onPictures: (index, files) => void uploadPictures(instance, index, files),
    })
    instance.on('text-change', () => emitChange())
    quill.current = instance
    return () => {
      quill.current = null
      lastHtml.current = undefined
      container.replaceChildren()
    }
  }, [])

  useEffect(() => {
    if (!quill.current || content === lastHtml.current) return
    lastHtml.current = setHtml(quill.current, content)
    if (lastHtml.current !== content) emitNormalized(content, lastHtml.current)
  }, [content])

  return (
    <>
      <div ref={containerRef} className="post-editor flex min-h-0 flex-1 flex-col" />
      <div aria-live="polite" className="text-sm not-empty:mt-2">
        {pictures.percent !== null && <p className="text-muted">Uploading picture: {pictures.percent}%</p>}
        {pictures.problem !== undefined && (
          <p role="alert" className="text-danger">
            {pictures.problem}
          </p>
        )}
      </div>
    </>
  )
}
