import { useRef, useState } from 'react'
import { coursePath } from '#contract/paths.ts'
import type { LessonKind } from '#contract/choices.ts'
import type { Note } from '#contract/schemas/learning/notes.ts'
import { areLetterKeysOn } from '#web/features/shortcuts/letter-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { NoteComposer } from './note-composer.tsx'
import { NoteItem } from './note-item.tsx'
import { getNotesFileName, toMarkdown } from './notes-markdown.ts'
import { useAddNote, useDeleteNote, useNotes, useUpdateNote } from './use-notes.ts'

interface NotesLesson {
  material_id: number
  title: string
  kind: LessonKind
}

export interface NotesPanelProps {
  course: { course_id: number; title: string }
  lessons: readonly NotesLesson[]
  /** The open one. */
  lesson: NotesLesson
  userId: number
  /** Where the open video is now. */
  getSeconds: () => number
  /** A new number moves the focus to the field. */
  focusRequest: number
  /** Goes to a moment of any lesson. */
  onJump: (lessonId: number, seconds: number) => void
}

export function NotesPanel({ course, lessons, lesson, userId, getSeconds, focusRequest, onJump }: NotesPanelProps) {
  const { course_id: courseId } = course
  const [showsAll, setShowsAll] = useState(false)
  const { notes, error, refetch } = useNotes(courseId)
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <NoteComposer
        key={lesson.material_id}
        courseId={courseId}
        lessonId={lesson.material_id}
        userId={userId}
        getSeconds={lesson.kind === 'video' ? getSeconds : null}
        focusRequest={focusRequest}
      />
      {error && <LoadError text="We couldn’t load your notes." onRetry={() => void refetch()} className="py-6" />}
      {notes && notes.length > 0 && (
        <div className="flex items-center justify-between gap-2 border-t border-border px-4 py-2 text-sm">
          <button
            type="button"
            aria-pressed={showsAll}
            onClick={() => setShowsAll(!showsAll)}
            className="rounded-control py-1 font-medium text-accent-text hover:underline"
          >
            {showsAll ? 'Show this lesson only' : `Show all notes (${notes.length})`}
          </button>
          <Button size="sm" variant="quiet" onClick={() => exportNotes(course, lessons, notes)}>
            Export
          </Button>
        </div>
      )}
      {notes && <NoteLists courseId={courseId} notes={notes} lessons={showsAll ? lessons : [lesson]} onJump={onJump} />}
    </div>
  )
}

function exportNotes(course: NotesPanelProps['course'], lessons: readonly NotesLesson[], notes: readonly Note[]) {
  const url = window.location.origin + coursePath(course)
  downloadFile(
    getNotesFileName(course.title),
    'text/markdown',
    toMarkdown({ title: course.title, url, lessons, notes }),
  )
}

interface NoteListsProps extends Pick<NotesPanelProps, 'onJump'> {
  courseId: number
  notes: readonly Note[]
  /** Those to show. */
  lessons: readonly NotesLesson[]
}

function NoteLists({ courseId, notes, lessons, onJump }: NoteListsProps) {
  const update = useUpdateNote(courseId)
  const remove = useDeleteNote(courseId)
  const restore = useAddNote(courseId)
  const [deleted, setDeleted] = useState<Note | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const failure = update.error ?? remove.error ?? restore.error
  const groups = lessons.flatMap((lesson) => {
    const own = notes.filter(({ material_id }) => material_id === lesson.material_id)
    return own.length === 0 ? [] : [{ lesson, notes: own.toSorted((a, b) => a.seconds - b.seconds) }]
  })
  return (
    <div ref={list} tabIndex={-1} role="region" aria-label="Notes" className="space-y-5 px-4 pb-4 outline-none">
      {failure && (
        <p role="alert" className="text-sm text-danger">
          Couldn&apos;t save the change. {failure.message}.
        </p>
      )}
      {deleted && !restore.isPending && (
        <UndoBar
          onUndo={() => {
            const { material_id, seconds, text } = deleted
            restore.mutate(
              { material_id, seconds, text },
              { onSuccess: () => setDeleted((now) => (now === deleted ? null : now)) },
            )
            list.current?.focus({ preventScroll: true })
          }}
        />
      )}
      {groups.length === 0 && !deleted && <NoNotes />}
      {groups.map(({ lesson, notes: own }) => (
        <section key={lesson.material_id} aria-label={`Notes: ${lesson.title}`}>
          {lessons.length > 1 && (
            <h3 dir="auto" className="mb-2 font-sans text-sm font-semibold wrap-anywhere">
              {lesson.title}
            </h3>
          )}
          <ul className="space-y-2.5">
            {own.map((note) => (
              <NoteItem
                key={note.note_id}
                note={note}
                onJump={lesson.kind === 'video' ? () => onJump(note.material_id, note.seconds) : null}
                onSave={(text) => update.mutateAsync({ note, text })}
                onDelete={() => {
                  setDeleted(note)
                  remove.mutate(note, { onError: () => setDeleted(null) })
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const NoNotes = () => (
  <p className="text-sm text-muted">
    No notes in this lesson yet.
    {areLetterKeysOn() && (
      <>
        {' '}
        Press <kbd className="rounded border border-border px-1.5 text-xs">N</kbd> while you learn to add one.
      </>
    )}
  </p>
)

function UndoBar({ onUndo }: { onUndo: () => void }) {
  return (
    <p role="status" className="flex items-center justify-between gap-2 rounded-control bg-raised px-3 py-1.5 text-sm">
      Note deleted
      <Button size="sm" variant="quiet" ref={focusButton} onClick={onUndo}>
        Undo
      </Button>
    </p>
  )
}

/** The deleted note had the focus. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })
