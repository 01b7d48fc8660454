/**
 * What the controls speak to: the part of HTMLMediaElement that they use. A file and HLS play in a video element,
 * which is one already; YouTube and Vimeo play in their own frame, behind an object that answers in its place.
 */
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

/** Events after which something of it has changed. */
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
