import { FramedPlayable } from './framed-playable.ts'

const ORIGIN = 'https://www.youtube-nocookie.com'
/** The handshake is repeated until the frame has loaded and answers. */
const HANDSHAKE_INTERVAL_MS = 250

export function getYoutubeFrameUrl(id: string, ownOrigin: string): string {
  const params = new URLSearchParams({
    enablejsapi: '1',
    controls: '0',
    playsinline: '1',
    rel: '0',
    disablekb: '1',
    origin: ownOrigin,
  })
  return `${ORIGIN}/embed/${id}?${params}`
}

interface Info {
  currentTime?: number
  duration?: number
  volume?: number
  muted?: boolean
  playbackRate?: number
  playerState?: number
}

const STATE = { ended: 0, playing: 1, paused: 2, buffering: 3 } as const

/** Controls a YouTube iframe with the messages of YouTube's own script, which the content security policy blocks. */
export function createYoutubePlayer(frame: HTMLIFrameElement): { playable: FramedPlayable; close: () => void } {
  const send = (message: object) => frame.contentWindow?.postMessage(JSON.stringify(message), ORIGIN)
  const command = (func: string, ...args: unknown[]) => send({ event: 'command', func, args })
  const seek = (seconds: number) => command('seekTo', seconds, true)
  let hasPlayed = false
  // Before the first play YouTube would start the video at a seek, so the seek waits.
  let startAt: number | null = null
  const begin = () => {
    hasPlayed = true
    if (startAt !== null) seek(startAt)
    startAt = null
  }
  const playable = new FramedPlayable(frame, {
    play: () => {
      begin()
      command('playVideo')
    },
    pause: () => command('pauseVideo'),
    seek: (seconds) => {
      if (hasPlayed) seek(seconds)
      else startAt = seconds
    },
    setVolume: (level) => command('setVolume', Math.round(level * 100)),
    setMuted: (muted) => command(muted ? 'mute' : 'unMute'),
    setRate: (rate) => command('setPlaybackRate', rate),
  })

  const handshakeTimer = setInterval(
    () => send({ event: 'listening', id: frame.id, channel: 'widget' }),
    HANDSHAKE_INTERVAL_MS,
  )
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== ORIGIN || typeof data !== 'string') return
    clearInterval(handshakeTimer)
    playable.markAnswered()
    const { event, info } = readMessage(data)
    if (event === 'onError') playable.fail()
    if (info?.playerState === STATE.playing) begin()
    if (info) playable.updateState({ ...toFrameState(info), ...(startAt !== null && { currentTime: startAt }) })
  }
  window.addEventListener('message', onMessage)
  return {
    playable,
    close() {
      playable.close()
      clearInterval(handshakeTimer)
      window.removeEventListener('message', onMessage)
    },
  }
}

function readMessage(data: string): { event?: string; info?: Info } {
  try {
    const { event, info } = JSON.parse(data) as { event?: string; info?: Info | number | null }
    return { ...(event !== undefined && { event }), ...(typeof info === 'object' && info !== null && { info }) }
  } catch {
    return {}
  }
}

function toFrameState({ currentTime, duration, volume, muted, playbackRate, playerState }: Info) {
  return {
    ...(currentTime !== undefined && { currentTime }),
    ...(duration !== undefined && duration > 0 && { duration }),
    ...(volume !== undefined && { volume: volume / 100 }),
    ...(muted !== undefined && { muted }),
    ...(playbackRate !== undefined && { playbackRate }),
    ...(playerState !== undefined && {
      paused: playerState !== STATE.playing && playerState !== STATE.buffering,
      ended: playerState === STATE.ended,
    }),
  }
}
