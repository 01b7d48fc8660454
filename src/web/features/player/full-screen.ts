import type { RefObject } from 'react'
import type { Playable } from './sources/playable.ts'

/** iPhones know full screen only of videos, and show their own controls there. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen: () => void }

const isAppleVideo = (playable: Playable | null): playable is AppleVideo =>
  playable instanceof HTMLVideoElement && 'webkitEnterFullscreen' in playable

/** Switches full screen on and off; null where the browser has none for this lesson. */
export function getFullScreenSwitch(
  box: RefObject<HTMLElement | null>,
  playable: Playable | null,
): (() => void) | null {
  if (document.fullscreenEnabled) return () => void switchFullScreen(box.current).catch(logRefusal)
  if (!isAppleVideo(playable)) return null
  return () => {
    try {
      playable.webkitEnterFullscreen()
    } catch (error) {
      // Before the video has loaded.
      logRefusal(error)
    }
  }
}

async function switchFullScreen(box: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await box?.requestFullscreen()
}

function logRefusal(error: unknown): void {
  console.error('Full screen was refused:', error)
}
