import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Lesson } from '#contract/schemas/courses.ts'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import type { NotesPanelProps } from '#web/features/notes/notes-panel.tsx'
import type { Playable } from '#web/features/player/sources/playable.ts'
import { areLetterKeysOn } from '#web/features/shortcuts/letter-keys.ts'
import { ShortcutsButton } from '#web/features/shortcuts/shortcuts-button.tsx'

const Transcript = lazyPart(() =>
  import('#web/features/player/transcript/transcript.tsx').then((module) => module.Transcript),
)
const NotesPanel = lazyPart(() => import('#web/features/notes/notes-panel.tsx').then((module) => module.NotesPanel))

const TABS = { lessons: 'Lessons', transcript: 'Transcript', notes: 'Notes' } as const
type Tab = keyof typeof TABS

interface LessonToolsProps {
  lesson: Lesson | undefined
  playable: Playable | null
  /** Null for those who cannot take notes. */
  notes: Pick<NotesPanelProps, 'course' | 'lessons' | 'userId' | 'onJump'> | null
  /** The list of lessons. */
  children: ReactNode
}

/** The lessons, and beside them what belongs to the open one: its transcript and the student's notes. */
export function LessonTools({ lesson, playable, notes, children }: LessonToolsProps) {
  const [chosen, setChosen] = useState<Tab>('lessons')
  const [focusRequest, setFocusRequest] = useState(0)
  const captions = lesson?.kind === 'video' ? lesson.captions : ''
  const canNote = lesson !== undefined && notes !== null
  const tabs: Tab[] = ['lessons', ...(captions ? ['transcript' as const] : []), ...(canNote ? ['notes' as const] : [])]
  const active = tabs.includes(chosen) ? chosen : 'lessons'
  useNoteKey(canNote, () => {
    setChosen('notes')
    setFocusRequest((before) => before + 1)
  })
  if (tabs.length === 1) return <div className="card overflow-hidden rounded-panel">{children}</div>
  return (
    <TabbedCard
      tabs={tabs}
      active={active}
      onSelect={(tab) => {
        setFocusRequest(0)
        setChosen(tab)
      }}
    >
      {active === 'lessons' && children}
      {active === 'transcript' && (
        <Panel>
          <Transcript key={captions} captions={captions} playable={playable} />
        </Panel>
      )}
      {active === 'notes' && canNote && (
        <Panel>
          <NotesPanel
            {...notes}
            lesson={lesson}
            getSeconds={() => playable?.currentTime ?? lesson.position}
            focusRequest={focusRequest}
          />
        </Panel>
      )}
    </TabbedCard>
  )
}

/** As high as the list of lessons beside the player. */
function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="flex max-h-120 flex-col lg:h-[max(20rem,calc(100dvh-25rem))]">
      <Suspense
        fallback={
          <div aria-hidden="true" className="space-y-3 p-4">
            <div className="skeleton h-9" />
            <div className="skeleton h-24" />
          </div>
        }
      >
        {children}
      </Suspense>
    </div>
  )
}

interface TabbedCardProps {
  tabs: Tab[]
  active: Tab
  onSelect: (tab: Tab) => void
  children: ReactNode
}

function TabbedCard({ tabs, active, onSelect, children }: TabbedCardProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const moveBy = (event: KeyboardEvent, step: number) => {
    event.preventDefault()
    const index = (tabs.indexOf(active) + step + tabs.length) % tabs.length
    onSelect(tabs[index] ?? active)
    list.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div className="card overflow-hidden rounded-panel">
      <div className="flex items-center justify-between border-b border-border px-2.5">
        <div ref={list} role="tablist" aria-label="Lesson tools" className="flex gap-1">
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`${id}-${tab}`}
              aria-selected={tab === active}
              aria-controls={`${id}-panel`}
              tabIndex={tab === active ? 0 : -1}
              onClick={() => onSelect(tab)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowRight') moveBy(event, 1)
                if (event.key === 'ArrowLeft') moveBy(event, -1)
              }}
              className="relative h-12 px-3 text-sm font-medium text-muted -outline-offset-2 hover:text-text aria-selected:text-text aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:rounded-full aria-selected:after:bg-accent"
            >
              {TABS[tab]}
            </button>
          ))}
        </div>
        <ShortcutsButton className="grid size-9 text-muted hover:bg-raised hover:text-text" />
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`}>
        {children}
      </div>
    </div>
  )
}

const EDITABLE = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]'

const logFailure = (error: unknown) => console.error('Full screen was not left:', error)

/** N opens the notes, except while the student writes. */
function useNoteKey(isEnabled: boolean, onNote: () => void): void {
  const handle = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'n' || !areLetterKeysOn() || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.repeat || event.defaultPrevented) return
    if (document.activeElement?.matches(EDITABLE) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    // The notes are not part of what is shown in full screen.
    if (document.fullscreenElement) document.exitFullscreen().then(onNote, logFailure)
    else onNote()
  })
  useEffect(() => {
    if (!isEnabled) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => handle(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isEnabled])
}
