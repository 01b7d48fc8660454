import { onTestFinished, vi } from 'vitest'

/** Records the pages that are loaded from the server, which jsdom cannot do. */
export function stubLocation(): string[] {
  const loaded: string[] = []
  vi.stubGlobal(
    'location',
    Object.assign(new URL(window.location.href), { replace: (url: string) => loaded.push(url) }),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return loaded
}
