import type Quill from 'quill'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import {
  createQuill,
  describePicture,
  getHtml,
  getPictures,
  removeBlockedPictures,
  setHtml,
  type TextPicture,
} from './create-quill.ts'
import type { EditorProps } from './editor.tsx'
import { PictureDescriptions } from './picture-descriptions.tsx'
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
  const [textPictures, setTextPictures] = useState<TextPicture[]>([])
  const pictures = useContentPictures()
  const uploadPictures = useEffectEvent((...args: Parameters<typeof pictures.upload>) =>
    onUpload(pictures.upload(...args)),
  )
  const emitChange = useEffectEvent(() => {
    if (!quill.current) return
    lastHtml.current = getHtml(quill.current)
    setTextPictures(getPictures(quill.current))
    onChange(lastHtml.current)
  })
  const showContent = useEffectEvent((instance: Quill) => {
    lastHtml.current = setHtml(instance, content)
    setTextPictures(getPictures(instance))
    if (lastHtml.current !== content) onNormalize(content, lastHtml.current)
  })

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
    if (quill.current && content !== lastHtml.current) showContent(quill.current)
  }, [content])

  return (
    <>
      <div ref={containerRef} className="post-editor flex min-h-0 flex-1 flex-col" />
      <PictureDescriptions
        pictures={textPictures}
        onDescribe={(place, description) => quill.current && describePicture(quill.current, place, description)}
      />
      <div aria-live="polite" className="text-sm not-empty:mt-2">
        <UploadStatus {...pictures} />
        <BlockedPictures
          count={textPictures.filter(({ isBlocked }) => isBlocked).length}
          onRemove={() => quill.current && removeBlockedPictures(quill.current)}
        />
      </div>
    </>
  )
}

function UploadStatus({ percent, problem }: { percent: number | null; problem: string | undefined }) {
  return (
    <>
      {percent !== null && <p className="text-muted">Uploading picture: {percent}%</p>}
      {problem !== undefined && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
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
