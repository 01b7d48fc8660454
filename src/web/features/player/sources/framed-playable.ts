import type { Playable, PlayableEvent } from './playable.ts'

/** What a frame's player last said of itself. */
export interface FrameState {
  currentTime: number
  duration: number
  paused: boolean
  ended: boolean
  volume: number
  muted: boolean
  playbackRate: number
}

/** What can be asked of a frame's player. */
export interface FrameCommands {
  play(): void
  pause(): void
  seek(seconds: number): void
  setVolume(share: number): void
  setMuted(muted: boolean): void
  setRate(rate: number): void
}

/** A player in a frame, answering as a media element would: from what it last said of itself. */
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
    this.tell({ currentTime: seconds, ended: false })
  }
  get volume() {
    return this.#state.volume
  }
  set volume(share: number) {
    this.#commands.setVolume(share)
    this.tell({ volume: share })
  }
  get muted() {
    return this.#state.muted
  }
  set muted(muted: boolean) {
    this.#commands.setMuted(muted)
    this.tell({ muted })
  }
  get playbackRate() {
    return this.#state.playbackRate
  }
  set playbackRate(rate: number) {
    this.#commands.setRate(rate)
    this.tell({ playbackRate: rate })
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

  /** Takes in what the frame's player says, and tells its listeners what is new. */
  tell(news: Partial<FrameState>): void {
    const before = this.#state
    this.#state = { ...before, ...news }
    const now = this.#state
    const say = (type: PlayableEvent, isNews: boolean) => {
      if (isNews) this.dispatchEvent(new Event(type))
    }
    say('durationchange', now.duration !== before.duration && !Number.isNaN(now.duration))
    say('loadedmetadata', Number.isNaN(before.duration) && !Number.isNaN(now.duration))
    say('play', before.paused && !now.paused)
    say('pause', !before.paused && now.paused)
    say('timeupdate', now.currentTime !== before.currentTime)
    say('volumechange', now.volume !== before.volume || now.muted !== before.muted)
    say('ratechange', now.playbackRate !== before.playbackRate)
    say('ended', now.ended && !before.ended)
  }

  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}
