import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'
import { CaptionLines } from './caption-lines.tsx'
import { PlaybackError } from './playback-error.tsx'
import { Controls } from './controls.tsx'
import { EndScreen } from './end-screen.tsx'
import type { Failure, Playable } from './sources/playable.ts'
import { getPlayerAction } from './player-keys.ts'
import { LessonMedia } from './lesson-media.tsx'
import { type Captions, useCaptions } from './use-captions.ts'
import { type OnPosition, useResume } from './use-resume.ts'
import { type Playback, usePlayback } from './use-playback.ts'

export interface PlayerProps {
  lesson: { material_id: number; title: string; url: string; captions: string; position: number }
  /** The student came from “Continue” or “Next lesson”. */
  shouldAutoPlay: boolean
  /** Called once playback was requested. */
  onAutoPlay: () => void
  /** Called every few seconds, on pause and on leaving. Undefined if the position is not saved. */
  onPosition?: OnPosition | undefined
  /** For what is beside the player, such as the transcript. Called with null on unmount. */
  onPlayable?: ((playable: Playable | null) => void) | undefined
  /** Shown until the lesson is first played. It bears no text, which the play button would cover. */
  poster: ReactNode
  /** Called each time the lesson turns out not to play, unless the student is offline. */
  onUnplayable?: (() => void) | undefined
  isReported: boolean
  end: { nextTitle: string | null; isCompleted: boolean; onNext: () => void; onCompleteAndNext: (() => void) | null }
}

/** The same controls for files, HLS, YouTube and Vimeo. */
export function Player({
  lesson,
  poster,
  shouldAutoPlay,
  onAutoPlay,
  onPosition,
  onPlayable,
  end,
  ...failing
}: PlayerProps) {
  const box = useRef<HTMLDivElement>(null)
  const [playable, setPlayable] = useState<Playable | null>(null)
  useEffect(() => {
    onPlayable?.(playable)
    return () => onPlayable?.(null)
  }, [onPlayable, playable])
  const playback = usePlayback(playable)
  const toggleFullScreen = useCallback(() => void switchFullScreen(box.current), [])
  const captions = useCaptions(playable)
  usePlayerKeys(box, playable, captions, toggleFullScreen)
  const { failure } = playback
  const { attempt, retry } = useRetry(box, failure, failing.onUnplayable)
  useResume({
    playable,
    position: lesson.position,
    shouldAutoPlay: shouldAutoPlay || attempt > 0,
    onAutoPlay: () => shouldAutoPlay && onAutoPlay(),
    onPosition,
  })
  const hasStarted = useHasStarted(playback, lesson.position)

  return (
    <div
      ref={box}
      // Focusable, so that the player's keys work without focusing a button.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={`Player: ${lesson.title}`}
      className="group/player relative size-full overflow-hidden rounded-[inherit] bg-black forced-color-adjust-none"
    >
      <LessonMedia
        key={attempt}
        url={lesson.url}
        title={lesson.title}
        captions={lesson.captions}
        onPlayable={setPlayable}
      />
      {!hasStarted && <div className="pointer-events-none absolute inset-0 overflow-hidden">{poster}</div>}
      {playable && !failure && (
        <PlayerLayers
          playable={playable}
          playback={playback}
          captions={captions}
          hasStarted={hasStarted}
          end={end}
          onToggleFullScreen={toggleFullScreen}
        />
      )}
      {failure && <PlaybackError failure={failure} isReported={failing.isReported} onRetry={retry} />}
    </div>
  )
}

interface PlayerLayersProps extends Pick<PlayerProps, 'end'> {
  playable: Playable
  playback: Playback
  captions: Captions
  hasStarted: boolean
  onToggleFullScreen: () => void
}

/** Over the video, the last one on top. */
function PlayerLayers({ playable, playback, captions, hasStarted, end, onToggleFullScreen }: PlayerLayersProps) {
  const { isPaused, isEnded } = playback
  return (
    <>
      <ClickArea playback={playback} hasStarted={hasStarted} onClick={() => togglePlay(playable)} />
      {!isEnded && <CaptionLines lines={captions.lines} isAboveControls={isPaused} />}
      {isEnded && <EndScreen {...end} onReplay={() => void playable.play()} />}
      <div
        className={
          isPaused
            ? ''
            : 'opacity-0 transition-opacity duration-200 group-focus-within/player:opacity-100 group-hover/player:opacity-100'
        }
      >
        <Controls playable={playable} playback={playback} captions={captions} onToggleFullScreen={onToggleFullScreen} />
      </div>
    </>
  )
}

/** Clicking the video plays and pauses; keyboards and screen readers have the button. */
interface ClickAreaProps {
  playback: Playback
  hasStarted: boolean
  onClick: () => void
}

function ClickArea({ playback, hasStarted, onClick }: ClickAreaProps) {
  const { isPaused, isBuffering } = playback
  return (
    <div aria-hidden="true" onClick={onClick} className="absolute inset-0 grid place-items-center max-sm:pb-14">
      {!hasStarted && (
        <span className="grid size-14 place-items-center rounded-full bg-accent sm:size-18 text-on-accent shadow-glow transition duration-150 group-hover/player:scale-105">
          <Icon name="play" size={30} className="translate-x-0.5 fill-current" />
        </span>
      )}
      {isBuffering && !isPaused && (
        <span className="size-12 animate-spin rounded-full border-3 border-white/80 border-t-transparent" />
      )}
    </div>
  )
}

/** A new try replaces the media element. */
function useRetry(
  box: React.RefObject<HTMLElement | null>,
  failure: Failure | null,
  onUnplayable: (() => void) | undefined,
): { attempt: number; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const report = useEffectEvent(() => {
    if (navigator.onLine) onUnplayable?.()
  })
  useEffect(() => {
    if (failure === 'lesson') report()
  }, [failure])
  const retry = useCallback(() => {
    // The focused button is removed.
    if (box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true })
    setAttempt((before) => before + 1)
  }, [box])
  return { attempt, retry }
}

/** Whether the student has played the lesson or moved in it. */
function useHasStarted({ isPaused, time }: Playback, position: number): boolean {
  const [startTime] = useState(position)
  const [hasStarted, setStarted] = useState(false)
  const isMoved = time > 0.5 && Math.abs(time - startTime) > 0.5
  if (!hasStarted && (!isPaused || isMoved)) setStarted(true)
  return hasStarted
}

function togglePlay(playable: Playable): void {
  if (playable.paused) void playable.play()
  else playable.pause()
}

async function switchFullScreen(box: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await box?.requestFullscreen()
  } catch (error) {
    console.error('Full screen was refused:', error)
  }
}

function usePlayerKeys(
  box: React.RefObject<HTMLElement | null>,
  playable: Playable | null,
  captions: Captions,
  toggleFullScreen: () => void,
): void {
  const { isAvailable, toggle: toggleCaptions } = captions
  useEffect(() => {
    if (!playable) return
    const onKeyDown = (event: KeyboardEvent) => {
      const action = box.current && getPlayerAction(event, document.activeElement, box.current)
      if (!action) return
      event.preventDefault()
      if (action.do === 'toggle-play') togglePlay(playable)
      if (action.do === 'seek-by') playable.currentTime = Math.max(0, playable.currentTime + action.seconds)
      if (action.do === 'volume-by') playable.volume = Math.min(1, Math.max(0, playable.volume + action.delta))
      if (action.do === 'toggle-mute') playable.muted = !playable.muted
      if (action.do === 'toggle-full-screen') toggleFullScreen()
      if (action.do === 'toggle-captions' && isAvailable) toggleCaptions()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [box, playable, isAvailable, toggleCaptions, toggleFullScreen])
}
