import { onTestFinished, vi } from 'vitest'

/** Silences and records console errors until the test ends. */
export function spyOnConsoleError() {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => spy.mockRestore())
  return spy
}
