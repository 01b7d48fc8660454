import { setTimeout as sleep } from 'node:timers/promises'
import { ChatTab, type SignedIn } from './chat-tab.ts'
import { Client } from './client.ts'

const OPEN_AT_ONCE = 50
const COUNTED = 'message-'
/** So that readers who stopped fill what the system and the server may keep for them. */
const FILLING = 'x'.repeat(600)

export async function openTabs(
  url: string,
  users: readonly SignedIn[],
  { each = 1, ...options }: { each?: number; keepsReceived?: boolean } = {},
): Promise<ChatTab[]> {
  const tabs = users.flatMap((user) => Array.from({ length: each }, () => new ChatTab(url, user, options)))
  for (let from = 0; from < tabs.length; from += OPEN_AT_ONCE)
    await Promise.all(tabs.slice(from, from + OPEN_AT_ONCE).map((tab) => tab.open()))
  return tabs
}

/** At an even pace, one sender after the other; returns the numbers of what was sent. */
export async function sendEvenly(
  senders: readonly ChatTab[],
  { to, rate, seconds }: { to: number; rate: number; seconds: number },
): Promise<number[]> {
  const sent: number[] = []
  const startedAt = performance.now()
  for (let n = 0; n < seconds * rate;) {
    const due = Math.min(seconds * rate, Math.floor(((performance.now() - startedAt) / 1_000) * rate))
    for (; n < due; n++) if (senders[n % senders.length]?.sendMessage(to, `${COUNTED}${n}`, FILLING)) sent.push(n)
    await sleep(2)
  }
  return sent
}

/** Cuts all and opens them again, one after the other, in this time; returns how many are back. */
export async function stormBack(tabs: readonly ChatTab[], durationMs: number): Promise<number> {
  for (const tab of tabs) tab.cut()
  const opened = await Promise.allSettled(
    tabs.map(async (tab, index) => {
      await sleep((index / tabs.length) * durationMs)
      await tab.open()
    }),
  )
  return opened.filter(({ status }) => status === 'fulfilled').length
}

/** The number of a message that `sendEvenly` sent; undefined for another. */
export function toNumber(text: string): number | undefined {
  const name = text.split(' ')[1] ?? ''
  return name.startsWith(COUNTED) ? Number(name.slice(COUNTED.length)) : undefined
}

export const listNumbers = (texts: readonly string[]) =>
  texts.map(toNumber).filter((number): number is number => number !== undefined)

/** What a student sees after a refetch: every page of the conversation, oldest first. */
export async function refetchNumbers(url: string, user: SignedIn): Promise<number[]> {
  const client = new Client(url, user.cookie)
  const texts: string[] = []
  for (let page = 1; ; page++) {
    const messages = await client.call('getMsg', { page })
    if (messages.length === 0) return listNumbers(texts.toReversed())
    texts.push(...messages.map(({ msg_text }) => msg_text))
  }
}

/** How many of these were not seen, seen twice or seen in another order. */
export function countProblems(expected: readonly number[], seen: readonly number[]): number {
  const unique = new Set(seen)
  const missing = expected.filter((number) => !unique.has(number)).length
  const misordered = seen.filter((number, index) => index > 0 && number < (seen[index - 1] ?? 0)).length
  return missing + (seen.length - unique.size) + misordered
}
