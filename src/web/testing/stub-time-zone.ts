import { onTestFinished, vi } from 'vitest'

/** The browser's time zone until the test ends. */
export function stubTimeZone(zone: string): void {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
}
