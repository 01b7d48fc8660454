import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Test files share a page and its modules, one file after the other: building them takes longer than most files.

afterEach(cleanup)

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
  document.body.removeAttribute('class')
})
