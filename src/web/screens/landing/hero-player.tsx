import { Icon } from '#web/ui/icons/icon.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { NightCover } from '#web/features/courses/cover/night-cover.tsx'
import { LESSONS, type PlaybackPosition, getLessonSeconds, SPEED, usePlayback } from './playback.ts'
import { LessonMark, ProgressBar } from './product-parts.tsx'

const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** A preview of the course player that plays on its own. */
export function HeroPlayer() {
  const { position, isPlaying, toggle } = usePlayback()
  const remaining = LESSONS.length - position.lesson
  const percent = Math.round((position.lesson / LESSONS.length) * 100)
  return (
    <figure aria-label="Course player preview" className="card overflow-hidden rounded-panel shadow-raised">
      <Screen position={position} isPlaying={isPlaying} toggle={toggle} />
      <ol className="p-2">
        {LESSONS.map(({ title, seconds }, i) => (
          <li
            key={title}
            className={`flex h-11 items-center gap-3.5 rounded-control border px-2.5 text-sm transition-colors duration-240 ${i === position.lesson ? 'border-accent/50 bg-[var(--accent-wash)]' : 'border-transparent'}`}
          >
            <LessonMark number={i + 1} state={i < position.lesson ? 'done' : i === position.lesson ? 'now' : 'open'} />
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span className="text-xs text-muted tabular-nums">{formatClock(seconds)}</span>
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-3 px-5 pt-1.5 pb-5 text-xs text-muted">
        <span className="w-9 tabular-nums">{percent}%</span>
        <ProgressBar fraction={percent / 100} className="flex-1" />
        <span>
          {formatCount(remaining, 'lesson')} <span className="max-sm:hidden">to your certificate</span>
          <span className="sm:hidden">left</span>
        </span>
      </div>
    </figure>
  )
}

function Screen({
  position,
  isPlaying,
  toggle,
}: {
  position: PlaybackPosition
  isPlaying: boolean
  toggle: () => void
}) {
  const fraction = position.seconds / getLessonSeconds(position.lesson)
  return (
    <div className="relative aspect-[16/9] overflow-hidden text-white">
      <NightCover id={12} className="size-full" />
      <div className="absolute inset-x-0 bottom-0 flex items-center gap-1 bg-linear-to-t from-[#070b18] to-transparent pt-8 pr-4 pb-1.5 pl-2 text-xs font-semibold tabular-nums">
        <button
          type="button"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={toggle}
          className="grid size-11 shrink-0 place-items-center rounded-full focus-visible:outline-white"
        >
          <Icon name={isPlaying ? 'pause' : 'play'} size={18} />
        </button>
        {/* It shows the time that passes, so it moves evenly for a second. */}
        <div key={position.lesson} aria-hidden="true" className="relative h-1 flex-1 rounded-full bg-white/25">
          <span
            className="absolute inset-0 origin-left rounded-full bg-[#ffb84d] transition-transform duration-1000 ease-linear"
            style={{ transform: `scaleX(${fraction})` }}
          />
          <span
            className="absolute inset-0 transition-transform duration-1000 ease-linear"
            style={{ transform: `translateX(${fraction * 100}%)` }}
          >
            <span className="absolute top-1/2 -left-1.5 size-3 -translate-y-1/2 rounded-full bg-white" />
          </span>
        </div>
        <span className="w-26 text-right">
          {formatClock(position.seconds)} / {formatClock(getLessonSeconds(position.lesson))}
        </span>
        <span className="w-11 text-right max-sm:hidden">{SPEED}×</span>
      </div>
    </div>
  )
}
