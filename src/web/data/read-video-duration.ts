const METADATA_TIMEOUT_MS = 5_000

/** A local video's duration in seconds, or null when it is not a video or the browser cannot read it. */
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
