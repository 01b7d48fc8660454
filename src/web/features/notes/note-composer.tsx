import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { formatClock } from '#web/features/player/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { type NoteDraft, readNoteDraft, writeNoteDraft } from './note-draft.ts'
import { useAddNote } from './use-notes.ts'

interface NoteComposerProps {
  courseId: number
  lessonId: number
  userId: number
  /** The moment now, in seconds; null where lessons have none. */
  getSeconds: (() => number) | null
  /** A new number moves the focus here. */
  focusRequest: number
}

export function NoteComposer({ courseId, lessonId, userId, getSeconds, focusRequest }: NoteComposerProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<NoteDraft | null>(() => readNoteDraft(userId, lessonId))
  const { mutate, error, reset } = useAddNote(courseId)
  const text = draft?.text ?? ''
  const label = getSeconds && draft ? `Note at ${formatClock(draft.seconds)}` : 'New note'
  const getMoment = () => Math.floor(getSeconds?.() ?? 0)

  const store = (next: NoteDraft | null) => {
    setDraft(next)
    writeNoteDraft(userId, lessonId, next)
  }
  // The moment is where the student begins to write, not where the video is when they have finished.
  const begin = () => {
    if (text === '') setDraft({ text: '', seconds: getMoment() })
  }
  useEffect(() => {
    if (focusRequest > 0) field.current?.focus()
  }, [focusRequest])
  const save = () => {
    const note = draft && { ...draft, text: draft.text.trim() }
    if (!note?.text) return field.current?.focus()
    setDraft(null)
    field.current?.focus()
    mutate(
      { material_id: lessonId, ...note },
      {
        onSuccess: () => writeNoteDraft(userId, lessonId, null),
        onError: () => setDraft((now) => (now?.text ? now : note)),
      },
    )
  }

  return (
    <div className="space-y-2 px-4 pt-3 pb-4">
      <label htmlFor={id} className="flex items-baseline justify-between gap-3 text-sm font-medium">
        <span className="tabular-nums">{label}</span>
        <span className="text-xs font-normal text-muted">Only you can see it</span>
      </label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={text}
        maxLength={LIMITS.note}
        placeholder="Write a note"
        aria-describedby={error ? `${id}-error` : undefined}
        onFocus={begin}
        onChange={(event) => {
          reset()
          store({ seconds: draft?.seconds ?? getMoment(), text: event.target.value })
        }}
        onKeyDown={(event) => isSubmitKey(event) && save()}
        className="block w-full resize-y rounded-control border border-border-strong bg-bg px-3 py-2 text-sm leading-5"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          Couldn&apos;t save the note. {error.message}.
        </p>
      )}
      <Button size="sm" onClick={save} disabled={text.trim() === ''}>
        Save note
      </Button>
    </div>
  )
}

export const isSubmitKey = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey)
