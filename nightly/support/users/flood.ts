import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatTab } from './chat-tab.ts'

const MESSAGES_AT_ONCE = 20
const EVERY_MS = 10

/** Sends far more than a user may, until the server cuts the socket; returns after how long, Infinity if it has not. */
export async function flood(tab: ChatTab, to: number, longestMs: number): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < longestMs) {
    for (let n = 0; n < MESSAGES_AT_ONCE; n++) tab.sendMessage(to, 'flood')
    await sleep(EVERY_MS)
    if (tab.closeCode !== undefined) return performance.now() - startedAt
  }
  return Number.POSITIVE_INFINITY
}
