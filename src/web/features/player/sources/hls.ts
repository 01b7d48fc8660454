import Hls from 'hls.js'

/** Plays HLS natively or through hls.js. @returns a function that detaches it */
export function attachHls(video: HTMLVideoElement, url: string): () => void {
  if (video.canPlayType('application/vnd.apple.mpegurl')) {
    video.src = url
    return () => video.removeAttribute('src')
  }
  // hls.js creates its worker from a blob, which the content security policy blocks.
  const hls = new Hls({ enableWorker: false })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}
