import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PlaybackError } from './playback-error.tsx'
import type { LessonEnd } from './end-screen.tsx'
import { canShowFullScreen, switchFullScreen } from './full-screen.ts'
import type { Failure, Playable } from './sources/playable.ts'
import { LessonMedia } from './lesson-media.tsx'
import { PlayerLayers } from './player-layers.tsx'
import { useControlsVisibility } from './use-controls-visibility.ts'
import { useCaptions } from './use-captions.ts'
import { usePlayerKeys } from './use-player-keys.ts'
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
  end: LessonEnd
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
  useReportPlayable(playable, onPlayable)
  const playback = usePlayback(playable)
  const toggleFullScreen = useCallback(() => void switchFullScreen(box.current, playable), [playable])
  const captions = useCaptions(playable)
  const controls = useControlsVisibility(playback.isPaused)
  usePlayerKeys(box, playable, captions, toggleFullScreen, controls.show)
  const { failure } = playback
  const { attempt, shouldPlayOn, onPlayOn, retry } = useRetry(box, playable, failure, failing.onUnplayable)
  useResume({
    playable,
    position: lesson.position,
    shouldAutoPlay: shouldAutoPlay || shouldPlayOn,
    onAutoPlay: () => {
      onPlayOn()
      if (shouldAutoPlay) onAutoPlay()
    },
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
      {...controls.listeners}
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
          {...{ playable, playback, captions, controls, hasStarted, end }}
          onToggleFullScreen={canShowFullScreen(playable) ? toggleFullScreen : null}
        />
      )}
      {failure && <PlaybackError failure={failure} isReported={failing.isReported} onRetry={retry} />}
    </div>
  )
}

function useReportPlayable(playable: Playable | null, onPlayable: PlayerProps['onPlayable']): void {
  useEffect(() => {
    onPlayable?.(playable)
    return () => onPlayable?.(null)
  }, [onPlayable, playable])
}

interface Retry {
  attempt: number
  /** The lesson was playing when it failed, and does not yet again. */
  shouldPlayOn: boolean
  onPlayOn: () => void
  retry: () => void
}

/** A new try replaces the media element. */
function useRetry(
  box: React.RefObject<HTMLElement | null>,
  playable: Playable | null,
  failure: Failure | null,
  onUnplayable: (() => void) | undefined,
): Retry {
  const [attempt, setAttempt] = useState(0)
  const [interrupted, setInterrupted] = useState<Playable | null>(null)
  const report = useEffectEvent(() => {
    if (navigator.onLine) onUnplayable?.()
  })
  useEffect(() => {
    if (failure === 'lesson') report()
  }, [failure])
  const retry = useCallback(() => {
    // The focused button is removed.
    if (box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true })
    setInterrupted((before) => (before !== null || playable?.paused === false ? playable : null))
    setAttempt((before) => before + 1)
  }, [box, playable])
  const onPlayOn = useCallback(() => setInterrupted(null), [])
  return { attempt, shouldPlayOn: interrupted !== null && playable !== interrupted, onPlayOn, retry }
}

/** Whether the student has played the lesson or moved in it. */
function useHasStarted({ isPaused, time }: Playback, position: number): boolean {
  const [startTime] = useState(position)
  const [hasStarted, setStarted] = useState(false)
  const isMoved = time > 0.5 && Math.abs(time - startTime) > 0.5
  if (!hasStarted && (!isPaused || isMoved)) setStarted(true)
  return hasStarted
}
