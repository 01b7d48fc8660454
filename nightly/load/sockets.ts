// T18: 5,000 idle sockets and 200 messages a second on the embedded database, and on two processes with PostgreSQL; beside them
// 100 readers who stopped, 50 flooders and a storm of 2,000 reconnects (30 seconds each by default; `--full` for the whole
// programme: 600).
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPercentile } from '../support/checks/statistics.ts'
import { onBothDatabases } from '../support/postgres.ts'
import { listProcessTree } from '../support/process-tree.ts'
import { readNumbers, report } from '../support/report.ts'
import type { ChatTab, SignedIn } from '../support/users/chat-tab.ts'
import { addCrowd } from '../support/users/crowd.ts'
import { flood } from '../support/users/flood.ts'
import {
  countProblems,
  listNumbers,
  openTabs,
  refetchNumbers,
  sendEvenly,
  stormBack,
  toNumber,
} from '../support/users/socket-load.ts'
import { withProduct } from '../support/with-product.ts'

const { seconds, sockets, rate } = readNumbers({ seconds: { short: 30, full: 600 }, sockets: 5_000, rate: 200 })
/** One fewer than a user may have, so that a sender has one more. */
const IDLE_TABS = 4
/** Students whose sockets come first, so that what a process allocates once isn't counted. */
const WARM_UP = 125
const SENDERS = 200
const SLOW_ADMINS = 20
const SLOW_TABS = 5
const [FLOODERS, STORM] = [50, 2_000]
const STORM_MS = 5_000
const CUT_WITHIN_MS = 2_000
const FLOOD_LONGEST_MS = 30_000
/** Students whose conversation is read again, beside those who miss a message. */
const REFETCHED = 20
const SETTLE_MS = 3_000
const STEADY_WITHIN_MS = 30_000
const STEADY_BYTES = 1_000_000
const DELIVERY_TIMEOUT_MS = 60_000
const MAX_P99_MS = 250
const MAX_IDLE_KB = 20
/** The server pings every 30 seconds and allows one pong to be missed. */
const SLOW_CUT_WITHIN_MS = 75_000
/** What the system has buffered for them comes first. */
const NOTICED_WITHIN_MS = 30_000
/** A megabyte for each slow reader, which is what the server may keep for it, and half as much again for garbage. */
const MAX_GROWTH_MB = 1.5 * SLOW_ADMINS * SLOW_TABS

interface Users {
  students: SignedIn[]
  flooding: SignedIn[]
  slowAdmins: SignedIn[]
}

/** Resident bytes of all processes but the embedded database's. */
function getMemory(pid: number): number {
  const servers = listProcessTree(pid).filter((one) =>
    readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('scripts/start.mjs'),
  )
  const read = (one: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1])
  return servers.reduce((sum, one) => sum + read(one) * 1_024, 0)
}

/** Once every process has started and collected what it needs no longer. */
async function getSteadyMemory(pid: number): Promise<number> {
  const deadline = performance.now() + STEADY_WITHIN_MS
  let last = 0
  for (let memory = getMemory(pid); ; memory = getMemory(pid)) {
    if (Math.abs(memory - last) < STEADY_BYTES || performance.now() > deadline) return memory
    last = memory
    await sleep(SETTLE_MS)
  }
}

/** Returns the largest memory until the signal. */
async function watchMemory(pid: number, signal: AbortSignal): Promise<number> {
  let largest = 0
  while (!signal.aborted) {
    largest = Math.max(largest, getMemory(pid))
    await sleep(500)
  }
  return largest
}

/** A server that is behind has lost nothing yet. */
async function waitForDelivery(watcher: ChatTab, count: number): Promise<void> {
  const until = performance.now() + DELIVERY_TIMEOUT_MS
  const countDelivered = () => watcher.received.filter(({ msg }) => toNumber(msg) !== undefined).length
  while (countDelivered() < count && performance.now() < until) await sleep(200)
}

/** How many were cut in the time since they stopped reading; they learn it when they read again. */
async function countCut(tabs: readonly ChatTab[], frozenAt: number): Promise<number> {
  await sleep(Math.max(0, frozenAt + SLOW_CUT_WITHIN_MS - performance.now()))
  for (const tab of tabs) tab.thaw()
  await Promise.race([Promise.all(tabs.map((tab) => tab.waitForClose())), sleep(NOTICED_WITHIN_MS)])
  return tabs.filter(({ closeCode }) => closeCode !== undefined).length
}

/** Messages that were lost, doubled or misordered as they were pushed, and as they are stored. */
async function countAllProblems(url: string, senders: readonly ChatTab[], sent: number[], watcher: ChatTab) {
  const counts = await Promise.all(
    senders.map(async ({ user }, index) => {
      const expected = sent.filter((number) => number % senders.length === index)
      const received = listNumbers(watcher.received.filter(({ from }) => from === user.id).map(({ msg }) => msg))
      const pushed = countProblems(expected, received)
      const isReadAgain = index < REFETCHED || pushed > 0
      return { pushed, stored: isReadAgain ? countProblems(expected, await refetchNumbers(url, user)) : 0 }
    }),
  )
  const sum = (kind: 'pushed' | 'stored') => counts.reduce((total, count) => total + count[kind], 0)
  return { pushed: sum('pushed'), stored: sum('stored') }
}

async function measure(name: string, { url, pid, admin }: { url: string; pid: number; admin: SignedIn }, users: Users) {
  const warmUp = await openTabs(url, users.students.slice(0, WARM_UP), { each: IDLE_TABS, keepsReceived: false })
  const before = await getSteadyMemory(pid)
  const others = await openTabs(url, users.students.slice(WARM_UP), { each: IDLE_TABS, keepsReceived: false })
  const idle = [...warmUp, ...others]
  reportIdle(name, ((await getSteadyMemory(pid)) - before) / others.length / 1_000, idle.length)
  const [watcher] = await openTabs(url, [admin])
  if (!watcher) throw new Error('The admin is not connected')
  const senders = await openTabs(url, users.students.slice(0, SENDERS), { keepsReceived: false })
  const slow = await openTabs(url, users.slowAdmins, { each: SLOW_TABS, keepsReceived: false })
  for (const tab of slow) tab.freeze()
  const frozenAt = performance.now()
  const flooders = await openTabs(url, users.flooding, { keepsReceived: false })
  const atRest = getMemory(pid)
  const ending = new AbortController()
  const watching = watchMemory(pid, ending.signal)

  const sending = sendEvenly(senders, { to: admin.id, rate, seconds })
  await sleep(SETTLE_MS)
  const floodMs = await Promise.all(flooders.map((tab) => flood(tab, admin.id, FLOOD_LONGEST_MS)))
  const back = await stormBack(idle.slice(-STORM), STORM_MS)
  const sent = await sending
  await waitForDelivery(watcher, sent.length)
  ending.abort()
  const growthMb = ((await watching) - atRest) / 1_000_000
  const refusals = senders.flatMap((tab) => tab.refusals)
  for (const reason of new Set(refusals))
    console.log(`  ${refusals.filter((one) => one === reason).length} messages refused: ${reason}`)
  const cut = senders.filter(({ closeCode }) => closeCode !== undefined).map(({ closeCode }) => closeCode)
  if (cut.length > 0) console.log(`  ${cut.length} senders cut: ${[...new Set(cut)].join(', ')}`)
  reportDelivery(name, sent, watcher, await countAllProblems(url, senders, sent, watcher))
  reportGuests(name, { floodMs, back, growthMb, cut: await countCut(slow, frozenAt) })
  for (const tab of [...idle, ...senders, watcher]) tab.cut()
}

function reportIdle(name: string, kb: number, count: number): void {
  report({
    test: 'T18',
    goal: `${name}: each of ${sockets} idle sockets takes under ${MAX_IDLE_KB} kB`,
    measured: `${kb.toFixed(1)} kB, ${count} sockets`,
    isOk: kb < MAX_IDLE_KB && count >= sockets,
  })
}

type Problems = Awaited<ReturnType<typeof countAllProblems>>

function reportDelivery(name: string, sent: number[], { received }: ChatTab, problems: Problems): void {
  const delays = received.filter(({ msg }) => toNumber(msg) !== undefined).map(({ delayMs }) => delayMs)
  const p99 = getPercentile(delays, 0.99)
  report({
    test: 'T18',
    goal: `${name}: ${seconds * rate} messages at ${rate} a second: all sent, 0 lost, doubled or misordered, p99 under ${MAX_P99_MS} ms`,
    measured: `${sent.length} sent, ${delays.length} delivered, ${problems.pushed} problems as pushed and ${problems.stored} as stored, p99 ${p99.toFixed(0)} ms`,
    isOk: sent.length === seconds * rate && problems.pushed + problems.stored === 0 && p99 < MAX_P99_MS,
  })
}

interface Guests {
  floodMs: number[]
  back: number
  growthMb: number
  cut: number
}

function reportGuests(name: string, { floodMs, back, growthMb, cut }: Guests): void {
  const slowest = Math.max(...floodMs)
  report({
    test: 'T18',
    goal: `${name}: ${FLOODERS} flooders are cut within ${CUT_WITHIN_MS / 1_000} s`,
    measured: `${(slowest / 1_000).toFixed(1)} s for the last one`,
    isOk: slowest <= CUT_WITHIN_MS && floodMs.length === FLOODERS,
  })
  report({
    test: 'T18',
    goal: `${name}: ${STORM} sockets are back after a storm of ${STORM_MS / 1_000} s`,
    measured: `${back} of ${STORM}`,
    isOk: back === STORM,
  })
  report({
    test: 'T18',
    goal: `${name}: ${SLOW_ADMINS * SLOW_TABS} slow readers are cut, memory grows under ${MAX_GROWTH_MB} MB`,
    measured: `${cut} cut, ${growthMb.toFixed(0)} MB`,
    isOk: cut === SLOW_ADMINS * SLOW_TABS && growthMb < MAX_GROWTH_MB,
  })
}

await onBothDatabases('T18', async ({ name, databaseUrl }) => {
  const users: Users = { students: [], flooding: [], slowAdmins: [] }
  await withProduct(
    ({ product, campus: { admin } }) => measure(name, { url: product.url, pid: product.child.pid ?? 0, admin }, users),
    {
      databaseUrl,
      settings: databaseUrl === undefined ? {} : { WORKERS: '2' },
      async prepare(settings) {
        users.students = await addCrowd(settings, 'student', Math.ceil(sockets / IDLE_TABS))
        users.flooding = await addCrowd(settings, 'student', FLOODERS)
        users.slowAdmins = await addCrowd(settings, 'admin', SLOW_ADMINS)
      },
    },
  )
})
