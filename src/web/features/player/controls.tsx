import type { ReactNode } from 'react'
import { ShortcutsButton } from '#web/features/shortcuts/shortcuts-button.tsx'
import { AnyIcon, type AnyIconName } from '#web/ui/icons/any-icon.tsx'
import { formatClock } from './clock.ts'
import { canPictureInPicture, type Playable } from './sources/playable.ts'
import type { Captions } from './use-captions.ts'
import type { Playback } from './use-playback.ts'

const RATES = [0.75, 1, 1.25, 1.5, 2]

interface ControlsProps {
  playable: Playable
  playback: Playback
  captions: Captions
  /** Null where there is no full screen. */
  onToggleFullScreen: (() => void) | null
}

export function Controls({ playable, playback, captions, onToggleFullScreen }: ControlsProps) {
  const { time, duration, isPaused, isMuted, volume, rate } = playback
  const isSilent = isMuted || volume === 0
  return (
    <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/55 to-transparent px-3 pt-10 pb-1.5 text-white sm:px-4">
      <SeekBar playable={playable} time={time} duration={duration} />
      <div className="flex items-center gap-0.5 sm:gap-1.5">
        <ControlButton
          label={isPaused ? 'Play' : 'Pause'}
          icon={isPaused ? 'play' : 'pause'}
          onClick={() => (isPaused ? void playable.play() : playable.pause())}
        />
        <ControlButton
          label={isSilent ? 'Unmute' : 'Mute'}
          icon={isSilent ? 'volume-off' : 'volume'}
          onClick={() => {
            playable.muted = !isSilent
            if (isSilent && volume === 0) playable.volume = 0.5
          }}
        />
        <p className="px-1 text-xs font-medium whitespace-nowrap tabular-nums sm:px-1.5 sm:text-sm">
          {formatClock(time)} / {formatClock(duration)}
        </p>
        <span className="flex-1" />
        <SpeedSelect playable={playable} rate={rate} />
        {captions.isAvailable && (
          <ControlButton label="Captions" icon="captions" isPressed={captions.isEnabled} onClick={captions.toggle} />
        )}
        {/* Phones have no room for it; the lesson tools have it too. */}
        <ShortcutsButton className="hidden size-10 hover:bg-white/15 focus-visible:outline-white sm:grid" />
        {canPictureInPicture(playable) && (
          <ControlButton
            label="Picture-in-picture"
            icon="picture-in-picture"
            onClick={() => togglePictureInPicture(playable)}
          />
        )}
        {onToggleFullScreen && <ControlButton label="Full screen" icon="full-screen" onClick={onToggleFullScreen} />}
      </div>
    </div>
  )
}

function SeekBar({ playable, time, duration }: { playable: Playable; time: number; duration: number }) {
  return (
    <input
      type="range"
      data-player-seek
      aria-label="Seek"
      aria-valuetext={`${formatClock(time)} of ${formatClock(duration)}`}
      min={0}
      max={duration || 1}
      step={0.1}
      value={Math.min(time, duration || 1)}
      onChange={(event) => {
        playable.currentTime = Number(event.target.value)
      }}
      style={{ '--done': `${duration ? (time / duration) * 100 : 0}%` } as React.CSSProperties}
      className="player-seek block w-full"
    />
  )
}

function SpeedSelect({ playable, rate }: { playable: Playable; rate: number }) {
  return (
    <label className="relative">
      <span className="sr-only">Speed</span>
      <select
        value={rate}
        onChange={(event) => {
          playable.playbackRate = Number(event.target.value)
        }}
        className="h-10 cursor-pointer appearance-none rounded-control bg-transparent px-2 text-sm font-semibold text-white outline-offset-0 hover:bg-white/15 focus-visible:outline-white"
      >
        {RATES.map((speed) => (
          <option key={speed} value={speed} className="bg-black text-white">
            {speed}×
          </option>
        ))}
      </select>
    </label>
  )
}

function ControlButton({
  label,
  icon,
  isPressed,
  onClick,
}: {
  label: string
  icon: AnyIconName
  isPressed?: boolean
  onClick: () => void
}): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
      className="grid size-10 place-items-center rounded-control transition duration-150 hover:bg-white/15 focus-visible:outline-white aria-pressed:bg-white/25"
    >
      <AnyIcon name={icon} size={20} />
    </button>
  )
}

function togglePictureInPicture(video: HTMLVideoElement): void {
  const change = document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture()
  change.catch((error: unknown) => console.error('Picture in picture was refused:', error))
}
