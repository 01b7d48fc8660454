import { Icon } from '#web/ui/icons/icon.tsx'
import { CaptionLines } from './caption-lines.tsx'
import { Controls } from './controls.tsx'
import { EndScreen, type LessonEnd } from './end-screen.tsx'
import { type Playable, togglePlay } from './sources/playable.ts'
import type { Captions } from './use-captions.ts'
import type { ControlsVisibility } from './use-controls-visibility.ts'
import type { Playback } from './use-playback.ts'

interface PlayerLayersProps {
  playable: Playable
  playback: Playback
  captions: Captions
  controls: ControlsVisibility
  hasStarted: boolean
  end: LessonEnd
  onToggleFullScreen: (() => void) | null
}

/** Over the video, the last one on top. */
export function PlayerLayers({ playable, playback, captions, hasStarted, end, ...player }: PlayerLayersProps) {
  const { isEnded } = playback
  const { isShown, controls, revealAtTap } = player.controls
  return (
    <>
      <ClickArea
        playback={playback}
        hasStarted={hasStarted}
        hasCursor={isShown}
        onClick={() => {
          if (!revealAtTap()) togglePlay(playable)
        }}
      />
      {!isEnded && <CaptionLines lines={captions.lines} isAboveControls={isShown} />}
      {/* The countdown begins when the next lesson opens meanwhile. */}
      {isEnded && <EndScreen key={end.nextTitle ?? ''} {...end} onReplay={() => void playable.play()} />}
      <div
        ref={controls}
        className={`transition-opacity duration-200 ${isShown ? '' : 'pointer-events-none opacity-0'}`}
      >
        <Controls {...{ playable, playback, captions }} onToggleFullScreen={player.onToggleFullScreen} />
      </div>
    </>
  )
}

interface ClickAreaProps {
  playback: Playback
  hasStarted: boolean
  hasCursor: boolean
  onClick: () => void
}

/** Clicking the video plays and pauses; keyboards and screen readers have the button. */
function ClickArea({ playback, hasStarted, hasCursor, onClick }: ClickAreaProps) {
  const { isPaused, isBuffering } = playback
  return (
    <div
      aria-hidden="true"
      onClick={onClick}
      className={`absolute inset-0 grid place-items-center max-sm:pb-14 ${hasCursor ? '' : 'cursor-none'}`}
    >
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
