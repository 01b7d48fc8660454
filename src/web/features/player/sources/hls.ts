import Hls from 'hls.js'
import { failPlayable } from './playable.ts'

/** Plays HLS natively or through hls.js. @returns a function that detaches it */
export function attachHls(video: HTMLVideoElement, url: string): () => void {
  if (video.canPlayType('application/vnd.apple.mpegurl')) {
    video.src = url
    return () => video.removeAttribute('src')
  }
  // hls.js creates its worker from a blob, which the content security policy blocks.
  const hls = new Hls({ enableWorker: false })
  // Without it a default track would show before the viewer turns captions on.
  hls.subtitleDisplay = false
  hls.on(Hls.Events.ERROR, (_, { fatal, type, details }) => {
    if (!fatal) return
    const isInterrupted = type === Hls.ErrorTypes.NETWORK_ERROR && details !== Hls.ErrorDetails.MANIFEST_LOAD_ERROR
    failPlayable(video, isInterrupted ? 'connection' : 'lesson')
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}
