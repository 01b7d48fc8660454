import { type Ref, useId, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { Note } from '#contract/schemas/learning/notes.ts'
import { Button } from '#web/ui/button.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { formatClock } from '#web/features/player/clock.ts'
import { isSubmitKey } from './note-composer.tsx'
import { isUnsaved } from './use-notes.ts'

interface NoteItemProps {
  note: Note
  /** Null in lessons without moments. */
  onJump: (() => void) | null
  /** Rejects when the note could not be saved. */
  onSave: (text: string) => Promise<unknown>
  onDelete: () => void
}

export function NoteItem({ note, onJump, onSave, onDelete }: NoteItemProps) {
  const [mode, setMode] = useState<'shown' | 'editing' | 'edited'>('shown')
  const isEditing = mode === 'editing'
  const closeEditor = () => setMode('edited')
  const moment = formatClock(note.seconds)
  const name = onJump ? `note at ${moment}` : 'note'
  return (
    <li className="rounded-card border border-border bg-bg p-3">
      <div className="flex items-center gap-1">
        {onJump ? (
          <button
            type="button"
            aria-label={`Go to ${moment}`}
            onClick={onJump}
            className="inline-flex h-7 items-center gap-1 rounded-full bg-[var(--accent-wash)] px-2.5 text-xs font-semibold text-accent-text tabular-nums hover:underline"
          >
            <AnyIcon name="play" size={11} />
            {moment}
          </button>
        ) : (
          <AnyIcon name="note" size={16} className="text-muted" />
        )}
        <span className="flex-1" />
        {isUnsaved(note) ? (
          <span className="text-xs text-muted">Saving…</span>
        ) : (
          !isEditing && (
            <>
              <IconButton
                ref={mode === 'edited' ? focusIfLost : undefined}
                label={`Edit ${name}`}
                icon="pencil"
                onClick={() => setMode('editing')}
              />
              <IconButton label={`Delete ${name}`} icon="trash" onClick={onDelete} />
            </>
          )
        )}
      </div>
      {isEditing ? (
        <NoteEditor
          text={note.text}
          label={`Edit ${name}`}
          onCancel={closeEditor}
          onSave={async (text) => {
            if (text !== note.text) await onSave(text)
            closeEditor()
          }}
        />
      ) : (
        <p dir="auto" className="mt-1.5 text-sm leading-5 wrap-anywhere whitespace-pre-line">
          {note.text}
        </p>
      )}
    </li>
  )
}

interface NoteEditorProps {
  text: string
  label: string
  onSave: (text: string) => Promise<void>
  onCancel: () => void
}

const focusEnd = (field: HTMLTextAreaElement | null) => {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

function NoteEditor({ text: before, label, onSave, onCancel }: NoteEditorProps) {
  const id = useId()
  const [text, setText] = useState(before)
  const [isSaving, setSaving] = useState(false)
  const save = () => {
    if (text.trim() === '' || isSaving) return
    setSaving(true)
    // The list says why it failed.
    onSave(text.trim()).catch(() => setSaving(false))
  }
  return (
    <div className="mt-2 space-y-2">
      <textarea
        id={id}
        ref={focusEnd}
        aria-label={label}
        rows={3}
        value={text}
        maxLength={LIMITS.note}
        readOnly={isSaving}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isSubmitKey(event)) save()
          if (event.key === 'Escape' && !isSaving) onCancel()
        }}
        className="block w-full resize-y rounded-control border border-border-strong bg-surface px-3 py-2 text-sm leading-5"
      />
      <div className="flex gap-2">
        <Button size="sm" onClick={save} disabled={text.trim() === ''} aria-disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel} disabled={isSaving}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

/** The closed editor had the focus, unless the student has moved on during the save. */
const focusIfLost = (button: HTMLButtonElement | null) => {
  if (document.activeElement === document.body) button?.focus()
}

interface IconButtonProps {
  ref?: Ref<HTMLButtonElement> | undefined
  label: string
  icon: 'pencil' | 'trash'
  onClick: () => void
}

function IconButton({ ref, label, icon, onClick }: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
    >
      <AnyIcon name={icon} size={15} />
    </button>
  )
}
