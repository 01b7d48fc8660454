import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { formatClock } from '../clock.ts'
import type { Playable } from '../sources/playable.ts'
import { splitByMatch } from './find-cue.ts'
import type { Cue } from './load-cues.ts'
import { useCues, useCurrentCue } from './use-cues.ts'
import { useFollow } from './use-follow.ts'

interface TranscriptProps {
  /** The URL of a WebVTT file. */
  captions: string
  /** Null until the player has loaded. */
  playable: Playable | null
}

/** What is said in the lesson, line by line: to read along, to search and to jump by. */
export function Transcript({ captions, playable }: TranscriptProps) {
  const { data: cues, isError, refetch } = useCues(captions)
  if (isError) {
    return (
      <div role="alert" className="space-y-3 p-5 text-sm">
        <p>Couldn&apos;t load the transcript.</p>
        <Button variant="secondary" size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  }
  if (!cues) return <TranscriptSkeleton />
  if (cues.length === 0) return <p className="p-5 text-sm text-muted">The captions of this lesson have no text.</p>
  return <Lines cues={cues} playable={playable} />
}

function Lines({ cues, playable }: { cues: Cue[]; playable: Playable | null }) {
  const [search, setSearch] = useState('')
  const current = useCurrentCue(cues, playable)
  const list = useRef<HTMLOListElement>(null)
  const { isFollowing, follow, stop } = useFollow(list, current, search === '')
  const needle = search.trim()
  const shown = cues
    .map((cue, index) => ({ cue, index, parts: splitByMatch(cue.text, needle) }))
    .filter(({ parts }) => needle === '' || parts.length > 1)
  const tabStop = shown.some(({ index }) => index === current) ? current : shown[0]?.index
  const jumpTo = ({ from }: Cue) => {
    if (!playable) return
    playable.currentTime = from
    follow()
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <SearchField search={search} onSearch={setSearch} count={shown.length} />
      {/* Moved by the arrow keys too, so that Tab leaves the list after one line. */}
      <ol ref={list} className="relative max-h-80 flex-1 overflow-y-auto px-2.5 pb-3 lg:max-h-none">
        {shown.map(({ cue, index, parts }) => (
          <Line
            key={index}
            cue={cue}
            parts={parts}
            isCurrent={index === current}
            isTabStop={index === tabStop}
            onSelect={() => jumpTo(cue)}
            onKeyDown={(event) => {
              if (!list.current || !moveFocus(list.current, event.key)) return
              event.preventDefault()
              stop()
            }}
          />
        ))}
      </ol>
      {!isFollowing && search === '' && (
        <Button size="sm" onClick={follow} className="absolute bottom-3 left-1/2 -translate-x-1/2">
          Follow the video
        </Button>
      )}
    </div>
  )
}

function SearchField({ search, onSearch, count }: { search: string; onSearch: (text: string) => void; count: number }) {
  const id = useId()
  return (
    <div className="px-4 pt-3 pb-2">
      <div className="relative">
        <Icon name="search" size={16} className="pointer-events-none absolute top-2.5 left-3 text-muted" />
        <input
          id={id}
          type="search"
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="h-9 w-full rounded-control border border-border-strong bg-bg pr-3 pl-9 text-sm placeholder:text-muted"
        />
      </div>
      <p role="status" className={search.trim() === '' ? 'sr-only' : 'pt-2 text-xs text-muted'}>
        {search.trim() !== '' &&
          (count === 0 ? `No results for “${search.trim()}”.` : `${count} ${count === 1 ? 'line' : 'lines'}`)}
      </p>
    </div>
  )
}

interface LineProps {
  cue: Cue
  parts: string[]
  isCurrent: boolean
  isTabStop: boolean
  onSelect: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Line({ cue, parts, isCurrent, isTabStop, onSelect, onKeyDown }: LineProps) {
  return (
    <li>
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onSelect}
        onKeyDown={onKeyDown}
        className={`flex w-full gap-3 rounded-control px-2.5 py-2 text-left text-sm hover:bg-raised ${isCurrent ? 'bg-[var(--accent-wash)] text-text' : 'text-muted'}`}
      >
        <span className={`w-9 shrink-0 text-xs leading-5 tabular-nums ${isCurrent ? 'text-accent-text' : ''}`}>
          {formatClock(cue.from)}
        </span>
        <span dir="auto" className="min-w-0 flex-1 leading-5 wrap-anywhere">
          {parts.map((part, index) =>
            index % 2 === 1 ? (
              <mark key={index} className="rounded-sm bg-accent text-on-accent">
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </span>
      </button>
    </li>
  )
}

/** Moves the focus with the arrow keys, Home and End. Returns whether the key was one of them. */
function moveFocus(list: HTMLElement, key: string): boolean {
  const lines = [...list.querySelectorAll('button')]
  const index = lines.findIndex((line) => line === document.activeElement)
  const targets: Record<string, number> = {
    ArrowDown: Math.min(index + 1, lines.length - 1),
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: lines.length - 1,
  }
  const target = targets[key]
  if (target === undefined) return false
  lines[target]?.focus()
  return true
}

function TranscriptSkeleton() {
  return (
    <div aria-hidden="true" className="space-y-3 p-4">
      <div className="skeleton h-9" />
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="skeleton h-6" />
      ))}
    </div>
  )
}
