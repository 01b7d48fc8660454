// T18: 5,000 idle sockets, 200 messages a second for a minute (`--seconds 600`), slow readers, flooders and a storm of reconnects; with `--postgres` on two processes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCampus } from '../support/users/campus.ts'
import { ChatTab, type SignedIn } from '../support/users/chat-tab.ts'
import { Client } from '../support/users/client.ts'
import { addCrowd } from '../support/users/crowd.ts'
import { listProcessTree } from '../support/process-tree.ts'
import { startProduct } from '../support/product.ts'
import { readNumbers, report } from '../support/report.ts'
import { getPercentile } from '../support/checks/statistics.ts'

const { seconds, sockets, rate } = readNumbers({ seconds: 60, sockets: 5_000, rate: 200 })
const TABS_PER_USER = 5
const SENDERS = 200
const [SLOW_ADMINS, FLOODERS, STORM] = [20, 50, 2_000]
const STORM_MS = 5_000
/** Students whose conversation is read again. */
const REFETCHED = 20
const OPEN_AT_ONCE = 50
const SETTLE_MS = 3_000
const DELIVERY_TIMEOUT_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'lantern-sockets-'))
const databaseUrl = process.env.TEST_DATABASE_URL
const settings = { dataDir: join(folder, 'data'), ...(databaseUrl && { databaseUrl }) }
const { admin } = await createCampus(settings)
const students = await addCrowd(settings, 'student', sockets / TABS_PER_USER)
const floodingStudents = await addCrowd(settings, 'student', FLOODERS)
const slowAdmins = await addCrowd(settings, 'admin', SLOW_ADMINS)
const product = await startProduct({
  dataDir: settings.dataDir,
  settings: databaseUrl ? { DATABASE_URL: databaseUrl, WORKERS: '2' } : {},
})
const { url } = product

/** Of all processes but the embedded database's. */
function getMemory(): number {
  const servers = listProcessTree(product.child.pid ?? 0).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts/start.mjs'),
  )
  const read = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return servers.reduce((sum, pid) => sum + read(pid) * 1_024, 0)
}

async function openAll(users: readonly SignedIn[], tabsEach: number): Promise<ChatTab[]> {
  const tabs = users.flatMap((user) => Array.from({ length: tabsEach }, () => new ChatTab(url, user)))
  for (let from = 0; from < tabs.length; from += OPEN_AT_ONCE)
    await Promise.all(tabs.slice(from, from + OPEN_AT_ONCE).map((tab) => tab.open()))
  return tabs
}

/** At an even pace; returns the names of what was sent. */
async function sendAll(senders: ChatTab[], to: number): Promise<string[]> {
  const names: string[] = []
  const startedAt = performance.now()
  for (let n = 0; n < seconds * rate;) {
    for (const due = Math.floor(((performance.now() - startedAt) / 1_000) * rate); n < due; n++)
      if (senders[n % senders.length]?.sendMessage(to, `message-${n}`)) names.push(`message-${n}`)
    await sleep(2)
  }
  return names
}

async function stormBack(tabs: ChatTab[]): Promise<number> {
  for (const tab of tabs) tab.cut()
  const opened = await Promise.allSettled(
    tabs.map(async (tab, index) => {
      await sleep((index / tabs.length) * STORM_MS)
      await tab.open()
    }),
  )
  return opened.filter(({ status }) => status === 'fulfilled').length
}

async function flood(tab: ChatTab): Promise<number> {
  const startedAt = performance.now()
  while (tab.closeCode === undefined) {
    for (let n = 0; n < 20; n++) tab.sendMessage(admin.id, 'flood')
    await sleep(10)
  }
  return performance.now() - startedAt
}

/** A server that is behind has lost nothing yet. */
async function waitForDelivery(watcher: ChatTab, count: number): Promise<void> {
  const until = performance.now() + DELIVERY_TIMEOUT_MS
  const countDelivered = () => watcher.received.filter(({ msg }) => isCounted(nameOf(msg))).length
  while (countDelivered() < count && performance.now() < until) await sleep(100)
}

const nameOf = (text: string) => text.split(' ')[1] ?? ''
const isCounted = (name: string) => name.startsWith('message-')
const toNumber = (name: string) => Number(name.slice('message-'.length))

/** What a student sees after a refetch: what has arrived, and every page of the conversation. */
async function refetch(user: SignedIn): Promise<string[]> {
  const client = new Client(url, user.cookie)
  const texts: string[] = []
  for (let page = 1; ; page++) {
    const messages = await client.call('getMsg', { page })
    if (messages.length === 0) return texts.toReversed()
    texts.push(...messages.map(({ msg_text }) => nameOf(msg_text)))
  }
}

/** How many of these were not seen, seen twice or seen in another order. */
function countProblems(expected: readonly string[], seen: readonly string[]): number {
  const relevant = seen.filter(isCounted)
  const missing = expected.filter((name) => !relevant.includes(name)).length
  const doubled = relevant.length - new Set(relevant).size
  const order = relevant.map(toNumber)
  return missing + doubled + order.filter((n, index) => index > 0 && n < (order[index - 1] ?? 0)).length
}

try {
  const before = getMemory()
  const idle = await openAll(students, TABS_PER_USER - 1)
  const [watcher] = await openAll([admin], 1)
  const senders = await openAll(students.slice(0, SENDERS), 1)
  await sleep(SETTLE_MS)
  const openCount = idle.length + senders.length
  const perSocket = (getMemory() - before) / openCount
  if (!watcher) throw new Error('The admin is not connected')
  for (const tab of await openAll(slowAdmins, TABS_PER_USER)) tab.freeze()
  const flooders = await openAll(floodingStudents, 1)

  const sending = sendAll(senders, admin.id)
  await sleep(SETTLE_MS)
  const floodMs = await Promise.all(flooders.map(flood))
  const stormed = idle.slice(-STORM)
  const back = await stormBack(stormed)
  const names = await sending
  await waitForDelivery(watcher, names.length)

  const delays = watcher.received.filter(({ msg }) => isCounted(nameOf(msg))).map(({ delayMs }) => delayMs)
  const problems = await Promise.all(
    senders.map(async ({ user }, index) => {
      const expected = names.filter((name) => toNumber(name) % senders.length === index)
      const pushed = watcher.received.filter(({ from }) => from === user.id).map(({ msg }) => nameOf(msg))
      const stored = index < REFETCHED ? await refetch(user) : pushed
      return countProblems(expected, pushed) + countProblems(expected, stored)
    }),
  )
  const problemCount = problems.reduce((sum, count) => sum + count, 0)
  const p99 = getPercentile(delays, 0.99)
  const kb = perSocket / 1_000
  report({
    test: 'T18',
    goal: `${rate} messages/s beside ${sockets} sockets: 0 lost, doubled or misordered, p99 < 250 ms`,
    measured: `${names.length} sent, ${delays.length} delivered, ${problemCount} problems, p99 ${p99.toFixed(0)} ms`,
    isOk: problemCount === 0 && p99 < 250,
  })
  report({
    test: 'T18',
    goal: 'an idle socket takes under 20 kB',
    measured: `${kb.toFixed(1)} kB, ${openCount} sockets`,
    isOk: kb < 20,
  })
  report({
    test: 'T18',
    goal: `${FLOODERS} flooders are cut within 2 s`,
    measured: `${(Math.max(...floodMs) / 1_000).toFixed(1)} s for the last one`,
    isOk: Math.max(...floodMs) <= 2_000,
  })
  report({
    test: 'T18',
    goal: `all of ${STORM} sockets are back after a storm of ${STORM_MS / 1_000} s`,
    measured: `${back} of ${stormed.length}`,
    isOk: back === stormed.length,
  })
} finally {
  await product.kill()
  rmSync(folder, { recursive: true, force: true })
}
