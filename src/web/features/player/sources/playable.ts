/** The part of HTMLMediaElement that the controls use. For YouTube and Vimeo, `FramedPlayable` implements it. */
export interface Playable {
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
