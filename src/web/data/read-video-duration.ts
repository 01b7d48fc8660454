/** A file that says nothing of its length within this time says it to nobody. */
const METADATA_TIMEOUT_MS = 5_000

/** The length in seconds of a video on this machine; null where the browser cannot tell, and for what is no video. */
export function readVideoDuration(file: File): Promise<number | null> {
  if (!file.type.startsWith('video/') || typeof URL.createObjectURL !== 'function') return Promise.resolve(null)
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<number | null>((resolve) => {
    setTimeout(() => resolve(null), METADATA_TIMEOUT_MS)
    video.preload = 'metadata'
    video.addEventListener('loadedmetadata', () => resolve(Number.isFinite(video.duration) ? video.duration : null))
    video.addEventListener('error', () => resolve(null))
    video.src = url
  }).finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
