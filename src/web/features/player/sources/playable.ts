/** The part of HTMLMediaElement that the controls use. For YouTube and Vimeo, `FramedPlayable` implements it. */
export interface Playable extends EventTarget {
  currentTime: number
  readonly duration: number
  readonly paused: boolean
  readonly ended: boolean
  readonly seeking: boolean
  volume: number
  muted: boolean
  playbackRate: number
  play(): Promise<void>
  pause(): void
  addEventListener(type: PlayableEvent, listener: () => void): void
  removeEventListener(type: PlayableEvent, listener: () => void): void
}

/** `lesson`: it will not play for other students either. `connection`: a new try may help. */
export type Failure = 'lesson' | 'connection'

/** `MediaError.MEDIA_ERR_NETWORK`. */
const NETWORK_ERROR = 2

const failures = new WeakMap<EventTarget, Failure>()

/** For failures that the media element does not find itself. */
export function failPlayable(playable: EventTarget, failure: Failure): void {
  failures.set(playable, failure)
  playable.dispatchEvent(new Event('error'))
}

/** The failure so far: an element may have failed before anyone listened. */
export function getFailure(playable: Playable): Failure | null {
  const { error = null } = playable instanceof HTMLMediaElement ? playable : {}
  // Lost in the middle of the lesson: before that, the address itself may be wrong.
  const isInterrupted = error?.code === NETWORK_ERROR && Number.isFinite(playable.duration)
  return failures.get(playable) ?? (error && (isInterrupted ? 'connection' : 'lesson'))
}

/** Events that can change the playback state. */
export const PLAYABLE_EVENTS = [
  'loadedmetadata',
  'durationchange',
  'timeupdate',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'volumechange',
  'ratechange',
  'ended',
  'error',
] as const
export type PlayableEvent = (typeof PLAYABLE_EVENTS)[number]

export const canPictureInPicture = (playable: Playable): playable is HTMLVideoElement =>
  typeof HTMLVideoElement !== 'undefined' && playable instanceof HTMLVideoElement && document.pictureInPictureEnabled

export const getTextTracks = (playable: Playable): TextTrackList | null =>
  playable instanceof HTMLVideoElement ? playable.textTracks : null

export function togglePlay(playable: Playable): void {
  if (playable.paused) void playable.play()
  else playable.pause()
}
