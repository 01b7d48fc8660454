import type { Playable, PlayableEvent } from './playable.ts'

/** The last state that the frame reported. */
export interface FrameState {
  currentTime: number
  duration: number
  paused: boolean
  ended: boolean
  volume: number
  muted: boolean
  playbackRate: number
}

export interface FrameCommands {
  play(): void
  pause(): void
  seek(seconds: number): void
  setVolume(level: number): void
  setMuted(muted: boolean): void
  setRate(rate: number): void
}

/** Gives a player in an iframe the interface of a media element, based on the last reported state. */
export class FramedPlayable extends EventTarget implements Playable {
  readonly seeking = false
  readonly #commands: FrameCommands
  #state: FrameState = {
    currentTime: 0,
    duration: Number.NaN,
    paused: true,
    ended: false,
    volume: 1,
    muted: false,
    playbackRate: 1,
  }

  constructor(commands: FrameCommands) {
    super()
    this.#commands = commands
  }

  get currentTime() {
    return this.#state.currentTime
  }
  set currentTime(seconds: number) {
    this.#commands.seek(seconds)
    this.updateState({ currentTime: seconds, ended: false })
  }
  get volume() {
    return this.#state.volume
  }
  set volume(level: number) {
    this.#commands.setVolume(level)
    this.updateState({ volume: level })
  }
  get muted() {
    return this.#state.muted
  }
  set muted(muted: boolean) {
    this.#commands.setMuted(muted)
    this.updateState({ muted })
  }
  get playbackRate() {
    return this.#state.playbackRate
  }
  set playbackRate(rate: number) {
    this.#commands.setRate(rate)
    this.updateState({ playbackRate: rate })
  }
  get duration() {
    return this.#state.duration
  }
  get paused() {
    return this.#state.paused
  }
  get ended() {
    return this.#state.ended
  }

  async play(): Promise<void> {
    this.#commands.play()
  }
  pause(): void {
    this.#commands.pause()
  }

  /** Applies a reported state and dispatches the media events for what changed. */
  updateState(changes: Partial<FrameState>): void {
    const before = this.#state
    this.#state = { ...before, ...changes }
    const now = this.#state
    const emit = (type: PlayableEvent, hasChanged: boolean) => {
      if (hasChanged) this.dispatchEvent(new Event(type))
    }
    emit('durationchange', now.duration !== before.duration && !Number.isNaN(now.duration))
    emit('loadedmetadata', Number.isNaN(before.duration) && !Number.isNaN(now.duration))
    emit('play', before.paused && !now.paused)
    emit('pause', !before.paused && now.paused)
    emit('timeupdate', now.currentTime !== before.currentTime)
    emit('volumechange', now.volume !== before.volume || now.muted !== before.muted)
    emit('ratechange', now.playbackRate !== before.playbackRate)
    emit('ended', now.ended && !before.ended)
  }

  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}
