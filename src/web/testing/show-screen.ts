import { screen } from '@testing-library/react'
import { type Network, renderScreen } from './render-screen.tsx'

/** Renders the product at an address and waits until its page has a heading. */
export async function showScreen(address: string, network?: Network) {
  const { router, ...view } = renderScreen(address, network)
  await screen.findByRole('heading', { level: 1 })
  return { ...view, router, where: () => router.state.location.pathname }
}
