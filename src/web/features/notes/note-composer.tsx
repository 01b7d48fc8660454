import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { Note } from '#contract/schemas/learning/notes.ts'
import { formatClock } from '#web/features/player/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { type NoteDraft, readNoteDraft, writeNoteDraft } from './note-draft.ts'
import { isUnsaved, useAddNote, useNotes } from './use-notes.ts'

interface NoteComposerProps {
  courseId: number
  lessonId: number
  userId: number
  /** The moment now, in seconds; null where lessons have none. */
  getSeconds: (() => number) | null
  /** A new number moves the focus here. */
  focusRequest: number
}

export function NoteComposer({ focusRequest, ...props }: NoteComposerProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, begin, change, save, error } = useNoteDraft(props)
  const text = draft?.text ?? ''
  const label = props.getSeconds && draft ? `Note at ${formatClock(draft.seconds)}` : 'New note'
  useEffect(() => {
    if (focusRequest > 0) field.current?.focus()
  }, [focusRequest])
  const submit = () => {
    save()
    field.current?.focus()
  }

  return (
    <div className="space-y-2 px-4 pt-3 pb-4">
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium tabular-nums">
          {label}
        </label>
        <span id={`${id}-hint`} className="text-xs text-muted">
          Only you can see it
        </span>
      </p>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={text}
        maxLength={LIMITS.note}
        placeholder="Write a note"
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        onFocus={begin}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => isSubmitKey(event) && submit()}
        className="block w-full resize-y rounded-control border border-border-strong bg-bg px-3 py-2 text-sm leading-5 placeholder:text-muted"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          Couldn&apos;t save the note. {error.message}.
        </p>
      )}
      <Button size="sm" onClick={submit} disabled={text.trim() === ''}>
        Save note
      </Button>
    </div>
  )
}

/** What is being written, its moment and its way to the server. */
function useNoteDraft({ courseId, lessonId, userId, getSeconds }: Omit<NoteComposerProps, 'focusRequest'>) {
  const [draft, setDraft] = useState<NoteDraft | null>(() => readNoteDraft(userId, lessonId))
  const latest = useRef(draft)
  const [error, setError] = useState<Error | null>(null)
  const { mutateAsync: addNote } = useAddNote(courseId)
  const { notes } = useNotes(courseId)
  const restored = useRef(draft)
  useEffect(() => {
    if (!notes || !restored.current) return
    const { seconds, text } = restored.current
    const isSame = (note: Note) =>
      note.material_id === lessonId && note.seconds === seconds && note.text === text.trim()
    // The panel was closed before the answer arrived, so the draft is left over from a note that is stored.
    if (!notes.some((note) => isSame(note) && !isUnsaved(note))) return
    restored.current = null
    writeNoteDraft(userId, lessonId, null)
    latest.current = null
    setDraft(null)
  }, [notes, userId, lessonId])
  const show = (next: NoteDraft | null) => {
    latest.current = next
    setDraft(next)
  }
  const getMoment = () => Math.floor(getSeconds?.() ?? 0)
  return {
    draft,
    error,
    // The moment is where the student begins to write, not where the video is when they have finished.
    begin: () => {
      if (!draft?.text) show({ text: '', seconds: getMoment() })
    },
    change: (text: string) => {
      setError(null)
      restored.current = null
      const next = { seconds: draft?.seconds ?? getMoment(), text }
      show(next)
      writeNoteDraft(userId, lessonId, next)
    },
    save: () => {
      const note = draft && { ...draft, text: draft.text.trim() }
      if (!note?.text) return
      show(null)
      setError(null)
      addNote({ material_id: lessonId, ...note }).then(
        () => {
          // The student may have begun the next one.
          if (readNoteDraft(userId, lessonId)?.text.trim() === note.text) writeNoteDraft(userId, lessonId, null)
        },
        (failure: Error) => {
          const begun = latest.current?.text
          const kept = begun ? { ...note, text: `${note.text}\n\n${begun}` } : note
          show(kept)
          writeNoteDraft(userId, lessonId, kept)
          setError(failure)
        },
      )
    },
  }
}

export const isSubmitKey = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey)
