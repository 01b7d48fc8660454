import type { Playable } from './sources/playable.ts'

/** iPhones know full screen only of videos, and show their own controls there. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen: () => void }

const isAppleVideo = (playable: Playable | null): playable is AppleVideo =>
  playable instanceof HTMLVideoElement && 'webkitEnterFullscreen' in playable

export const canShowFullScreen = (playable: Playable): boolean => document.fullscreenEnabled || isAppleVideo(playable)

/** Does nothing where the browser has no full screen for this lesson. */
export async function switchFullScreen(box: HTMLElement | null, playable: Playable | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else if (document.fullscreenEnabled) await box?.requestFullscreen()
    else if (isAppleVideo(playable)) playable.webkitEnterFullscreen()
  } catch (error) {
    console.error('Full screen was refused:', error)
  }
}
