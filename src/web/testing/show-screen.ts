import { screen } from '@testing-library/react'
import { type CallMocks, renderScreen } from './render-screen.tsx'

/** Renders the app at an address and waits for the page's heading. */
export async function showScreen(url: string, mocks?: CallMocks) {
  const { router, ...view } = renderScreen(url, mocks)
  await screen.findByRole('heading', { level: 1 })
  return { ...view, router, getPathname: () => router.state.location.pathname }
}
