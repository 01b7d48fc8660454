import type Quill from 'quill'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { createQuill, findBlockedPictures, getHtml, removeBlockedPictures, setHtml } from './create-quill.ts'
import type { EditorProps } from './editor.tsx'
import { useContentPictures } from './use-content-pictures.ts'
import 'quill/dist/quill.snow.css'
import '#web/features/rich-text/text-colors.css'
import './editor.css'

/** Quill with its snow theme. Pasted, dropped and selected pictures are uploaded and inserted by URL. */
export function QuillEditor({ content, labelId, onChange, onNormalize, onUpload }: EditorProps & { labelId: string }) {
  const containerRef = useRef<HTMLDivElement>(null)
  const quill = useRef<Quill>(null)
  /** The form's last known HTML: any other content was set from outside. */
  const lastHtml = useRef<string>(undefined)
  const [blockedCount, setBlockedCount] = useState(0)
  const pictures = useContentPictures()
  const uploadPictures = useEffectEvent((...args: Parameters<typeof pictures.upload>) =>
    onUpload(pictures.upload(...args)),
  )
  const emitChange = useEffectEvent(() => {
    if (!quill.current) return
    lastHtml.current = getHtml(quill.current)
    setBlockedCount(findBlockedPictures(quill.current).length)
    onChange(lastHtml.current)
  })
  const emitNormalized = useEffectEvent(onNormalize)

  useEffect(() => {
    if (!containerRef.current) return
    const container = containerRef.current
    const instance = createQuill(container, {
      labelId,
      onPictures: (index, files) => uploadPictures(instance, index, files),
    })
    instance.on('text-change', () => emitChange())
    quill.current = instance
    return () => {
      quill.current = null
      lastHtml.current = undefined
      container.replaceChildren()
    }
  }, [labelId])

  useEffect(() => {
    if (!quill.current || content === lastHtml.current) return
    lastHtml.current = setHtml(quill.current, content)
    setBlockedCount(findBlockedPictures(quill.current).length)
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
        <BlockedPictures
          count={blockedCount}
          onRemove={() => {
            if (!quill.current) return
            removeBlockedPictures(quill.current)
            quill.current.focus()
          }}
        />
      </div>
    </>
  )
}

/** Tells the author at once which pictures readers would not see. */
function BlockedPictures({ count, onRemove }: { count: number; onRemove: () => void }) {
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-danger">
      {`${formatCount(count, 'picture')} can’t be shown. Pages show uploaded pictures and https:// addresses only.`}
      <Button variant="secondary" size="sm" onClick={onRemove}>
        Remove<span className="sr-only"> pictures that can’t be shown</span>
      </Button>
    </p>
  )
}
