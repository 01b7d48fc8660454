import { type FrameState, FramedPlayable } from './framed-playable.ts'

const ORIGIN = 'https://player.vimeo.com'
const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'volumechange', 'playbackratechange', 'error'] as const

export function getVimeoFrameUrl(id: string, hash: string | null): string {
  const params = new URLSearchParams({ api: '1', controls: '0', playsinline: '1', dnt: '1', ...(hash && { h: hash }) })
  return `${ORIGIN}/video/${id}?${params}`
}

interface Data {
  seconds?: number
  duration?: number
  volume?: number
  playbackRate?: number
  /** Of an error: the command that was refused. The lesson itself plays. */
  method?: string
}

interface Message {
  event?: string
  data?: Data
  method?: string
  value?: unknown
}

/** Controls a Vimeo iframe through its postMessage API. */
export function createVimeoPlayer(frame: HTMLIFrameElement): { playable: FramedPlayable; close: () => void } {
  const command = (method: string, value?: unknown) =>
    frame.contentWindow?.postMessage(JSON.stringify({ method, ...(value !== undefined && { value }) }), ORIGIN)
  const playable = new FramedPlayable(frame, {
    play: () => command('play'),
    pause: () => command('pause'),
    seek: (seconds) => command('setCurrentTime', seconds),
    setVolume: (level) => command('setVolume', level),
    setMuted: (muted) => command('setMuted', muted),
    setRate: (rate) => command('setPlaybackRate', rate),
  })

  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== ORIGIN) return
    const message = readMessage(data)
    playable.markAnswered()
    if (message.event === 'ready') {
      for (const event of EVENTS) command('addEventListener', event)
      command('getDuration')
    } else if (message.event === 'error') {
      if (message.data?.method === undefined) playable.fail()
    } else {
      playable.updateState(toFrameState(message))
    }
  }
  window.addEventListener('message', onMessage)
  return {
    playable,
    close() {
      playable.close()
      window.removeEventListener('message', onMessage)
    },
  }
}

function readMessage(data: unknown): Message {
  if (typeof data === 'object' && data !== null) return data
  try {
    return JSON.parse(String(data)) as Message
  } catch {
    return {}
  }
}

function toFrameState({ event, data = {}, method, value }: Message): Partial<FrameState> {
  if (method === 'getDuration' && typeof value === 'number') return { duration: value }
  return {
    ...(data.seconds !== undefined && { currentTime: data.seconds }),
    ...(data.duration !== undefined && { duration: data.duration }),
    ...(data.volume !== undefined && { volume: data.volume }),
    ...(data.playbackRate !== undefined && { playbackRate: data.playbackRate }),
    ...(event === 'play' && { paused: false, ended: false }),
    ...(event === 'pause' && { paused: true }),
    ...(event === 'ended' && { paused: true, ended: true }),
  }
}
