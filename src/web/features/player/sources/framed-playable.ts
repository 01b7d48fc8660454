import { failPlayable, type Playable, type PlayableEvent } from './playable.ts'

/** A frame that shows an error page, or is blocked, never answers. */
const ANSWER_TIMEOUT_MS = 15_000

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
  readonly #answerTimer: ReturnType<typeof setTimeout>
  #hasLoaded = false
  #hasAnswered = false
  #state: FrameState = {
    currentTime: 0,
    duration: Number.NaN,
    paused: true,
    ended: false,
    volume: 1,
    muted: false,
    playbackRate: 1,
  }

  constructor(frame: HTMLIFrameElement, commands: FrameCommands) {
    super()
    this.#commands = commands
    frame.addEventListener('load', () => (this.#hasLoaded = true), { once: true })
    // A frame that has not even loaded says nothing about the lesson: the network may be slow.
    const failUnanswered = () => failPlayable(this, this.#hasLoaded ? 'lesson' : 'connection')
    this.#answerTimer = setTimeout(failUnanswered, ANSWER_TIMEOUT_MS)
  }

  get currentTime() {
    return this.#state.currentTime
  }
  set currentTime(seconds: number) {
    this.#commands.seek(seconds)
    this.dispatchEvent(new Event('seeking'))
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

  /** The frame's player has sent a message. */
  markAnswered(): void {
    if (this.#hasAnswered) return
    this.#hasAnswered = true
    clearTimeout(this.#answerTimer)
    // Takes back a failure for want of an answer.
    this.dispatchEvent(new Event('loadedmetadata'))
  }

  fail(): void {
    failPlayable(this, 'lesson')
  }

  close(): void {
    clearTimeout(this.#answerTimer)
  }
}
