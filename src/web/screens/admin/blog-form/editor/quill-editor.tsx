import type Quill from 'quill'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createQuill, htmlOf, showHtml } from './create-quill.ts'
import type { EditorProps } from './editor.tsx'
import { useContentPictures } from './use-content-pictures.ts'
import 'quill/dist/quill.snow.css'
import './editor.css'

/** Quill in its snow theme. Pictures that are pasted, dropped or chosen are sent to the server and stand there by their address. */
export function QuillEditor({ content, onChange, onSettle }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const quill = useRef<Quill>(null)
  /** What the form knows: anything else it holds was set from outside. */
  const known = useRef<string>(undefined)
  const pictures = useContentPictures()
  const send = useEffectEvent(pictures.send)
  const tell = useEffectEvent(() => {
    if (!quill.current) return
    known.current = htmlOf(quill.current)
    onChange(known.current)
  })
  const settle = useEffectEvent(onSettle)

  useEffect(() => {
    if (!place.current) return
    const box = place.current
    const made = createQuill(box, { onPictures: (at, files) => void send(made, at, files) })
    made.on('text-change', () => tell())
    quill.current = made
    return () => {
      quill.current = null
      known.current = undefined
      box.replaceChildren()
    }
  }, [])

  useEffect(() => {
    if (!quill.current || content === known.current) return
    known.current = showHtml(quill.current, content)
    if (known.current !== content) settle(known.current)
  }, [content])

  return (
    <>
      <div ref={place} className="post-editor flex min-h-0 flex-1 flex-col" />
      <div aria-live="polite" className="text-sm not-empty:mt-2">
        {pictures.percent !== null && <p className="text-muted">Sending the picture: {pictures.percent} %</p>}
        {pictures.problem !== undefined && (
          <p role="alert" className="text-danger">
            {pictures.problem}
          </p>
        )}
      </div>
    </>
  )
}
