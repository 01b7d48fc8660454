import Hls from 'hls.js'

/** Lets a video element play an HLS address where the browser cannot by itself. Gives the way to stop. */
export function attachHls(video: HTMLVideoElement, url: string): () => void {
  if (video.canPlayType('application/vnd.apple.mpegurl')) {
    video.src = url
    return () => video.removeAttribute('src')
  }
  // A worker made from a string would be refused by the content security policy.
  const hls = new Hls({ enableWorker: false })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}
