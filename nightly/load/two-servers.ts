// T22: two servers on PostgreSQL agree within a second about 50 logouts and maintenance, also during 1,000 writes a second that
// another server announces through the product's bus, each of which is heard within a second; they allow one user the reads of
// one server, and a server that is killed three times loses no chat.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { READS_A_MINUTE, readPastLimit } from '../../src/server/testing/processes/read-past-limit.ts'
import { type AnnouncedWrites, startAnnouncedWrites } from '../support/users/announced-writes.ts'
import { createCampus } from '../support/users/campus.ts'
import { ChatTab, type SignedIn } from '../support/users/chat-tab.ts'
import { Client } from '../support/users/client.ts'
import { addCrowd } from '../support/users/crowd.ts'
import { onPostgres } from '../support/postgres.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { readNumbers, report } from '../support/report.ts'
import { getPercentile } from '../support/checks/statistics.ts'

const { logouts, writes, kills } = readNumbers({ logouts: 50, writes: 1_000, kills: 3 })
const GOAL_MS = 1_000
/** Servers add up their counts every 500 ms. */
const SHARED_WITHIN_MS = 600
const WRITING_MS = 10_000
/** Fewer than a socket may send in ten seconds. */
const [MESSAGES, KILLED_AT] = [35, 25]

async function measure(url: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-two-'))
  const settings = { dataDir, databaseUrl: url }
  const { admin } = await createCampus(settings)
  const users = await addCrowd(settings, 'student', 3 * logouts)
  const start = (more: Record<string, string> = {}) =>
    startProduct({ dataDir, settings: { DATABASE_URL: url, DRAIN_SECONDS: '0', ...more } })
  try {
    await measureAgreement({ databaseUrl: url, dataDir, admin, users }, start)
    // One of those who have not logged out.
    await reportSharedLimit(() => start({ THROTTLE: 'on' }), users.at(-1))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Start = () => Promise<RunningProduct>

interface Site {
  databaseUrl: string
  dataDir: string
  admin: SignedIn
  users: SignedIn[]
}

async function measureAgreement(site: Site, start: Start): Promise<void> {
  const { admin, users } = site
  let first = await start()
  const second = await start()
  const servers = { first: first.url, second: second.url }
  try {
    reportDelays('straight after a logout', await logOutAll(servers, users.slice(0, logouts)))
    reportDelays('after maintenance is switched', await switchMaintenance(servers, admin))
    await reportDuringWrites(site, () => logOutAll(servers, users.slice(logouts, 2 * logouts)))
    for (let n = 0; n < kills; n++) {
      if (n > 0) first = await start()
      await chatThroughKill({ ...servers, first: first.url }, users.at(-1 - n), admin, () => first.kill())
    }
  } finally {
    await Promise.all([first.kill(), second.kill()])
  }
}

/** With throttles, which the other servers do not have. */
async function reportSharedLimit(start: Start, user: SignedIn | undefined): Promise<void> {
  const servers = [await start(), await start()]
  try {
    const urls = servers.map(({ url }) => url)
    const { answered, msAbove } = await readPastLimit(urls, user?.cookie ?? '')
    const sum = answered.reduce((total, count) => total + count, 0)
    report({
      test: 'T22',
      goal: `two servers answer one user ${READS_A_MINUTE} reads a minute together, and those of ${SHARED_WITHIN_MS} ms more`,
      measured: `${sum} answered (${answered.join(' and ')}), the last ${msAbove.toFixed(0)} ms above the limit`,
      isOk: sum >= READS_A_MINUTE && Math.max(...answered) < READS_A_MINUTE && msAbove < SHARED_WITHIN_MS,
    })
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
  }
}

interface Servers {
  first: string
  second: string
}

/** Milliseconds until it is true; 0 when it is at the first look. */
async function timeUntil(isTrue: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  for (let attempts = 0; ; attempts++) {
    const askedAt = performance.now()
    if (await isTrue()) return attempts === 0 ? 0 : askedAt - startedAt
    if (askedAt - startedAt > 30_000) throw new Error('The servers do not agree')
  }
}

const isLoggedIn = async (url: string, { cookie }: SignedIn) =>
  ((await new Client(url, cookie).call('session', {})) as { loggedIn: boolean }).loggedIn

/** How long the second server goes on accepting each session that ended on the first. */
async function logOutAll({ first, second }: Servers, users: SignedIn[]): Promise<number[]> {
  const delays: number[] = []
  for (const user of users) {
    if (!(await isLoggedIn(second, user))) throw new Error('A session was not accepted')
    await new Client(first, user.cookie).call('logout', {})
    delays.push(await timeUntil(async () => !(await isLoggedIn(second, user))))
  }
  return delays
}

async function switchMaintenance({ first, second }: Servers, admin: SignedIn): Promise<number[]> {
  const client = new Client(first, admin.cookie)
  const delays: number[] = []
  for (let n = 0; n < 10; n++) {
    await client.call('setMaintenance', { status: n % 2 === 1 })
    const expected = n % 2 === 1 ? 200 : 503
    delays.push(
      await timeUntil(async () => {
        const { status } = await fetch(`${second}/api/getReviews`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"page":1}',
        })
        return (status === 503 ? 503 : 200) === expected
      }),
    )
  }
  return delays
}

async function reportDuringWrites(
  { databaseUrl, dataDir, users }: Site,
  logOut: () => Promise<number[]>,
): Promise<void> {
  const userIds = users.map(({ id }) => id)
  const stop = await startAnnouncedWrites({ databaseUrl, dataDir, userIds, perSecond: writes })
  const [delays] = await Promise.all([logOut(), sleep(WRITING_MS)])
  const announced = await stop()
  reportDelays('after a logout during announced writes', delays)
  reportAnnounced(announced)
}

async function chatThroughKill(
  { first, second }: Servers,
  student: SignedIn | undefined,
  admin: SignedIn,
  kill: () => Promise<void>,
): Promise<void> {
  if (!student) throw new Error('There is no student')
  const sender = await new ChatTab(first, student).open()
  const watcher = await new ChatTab(second, admin).open()
  for (let n = 0; n < MESSAGES; n++) {
    sender.sendMessage(admin.id, `message-${n}`)
    if (n === KILLED_AT) void kill()
    await sleep(20)
  }
  await sender.waitForClose()
  await sleep(1_000)
  const acknowledged = sender.received.map(({ msg_id }) => msg_id)
  const delivered = watcher.received.map(({ msg_id }) => msg_id)
  const lost = acknowledged.filter((id) => !delivered.includes(id)).length
  const doubled = delivered.length - new Set(delivered).size
  report({
    test: 'T22',
    goal: 'a killed server: 0 acknowledged messages lost or doubled at the other',
    measured: `${acknowledged.length} acknowledged, ${lost} lost, ${doubled} doubled`,
    isOk: lost === 0 && doubled === 0 && acknowledged.length > 0,
  })
}

function reportDelays(when: string, delays: number[]): void {
  const old = delays.filter((delay) => delay > 0).length
  const [p99, max] = [getPercentile(delays, 0.99), Math.max(...delays)]
  report({
    test: 'T22',
    goal: `${when} the other server agrees within ${GOAL_MS} ms`,
    measured: `${old} of ${delays.length} first reads old, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`,
    isOk: max < GOAL_MS,
  })
}

function reportAnnounced({ perSecond, delays, missed }: AnnouncedWrites): void {
  const [p99, max] = [getPercentile(delays, 0.99), getPercentile(delays, 1)]
  report({
    test: 'T22',
    goal: `at least ${writes} writes a second announced on the product's bus, each heard within ${GOAL_MS} ms`,
    measured: `${perSecond} a second, ${missed} of ${delays.length + missed} not heard, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms`,
    isOk: perSecond >= writes && missed === 0 && max < GOAL_MS,
  })
}

await onPostgres('T22', ({ url }) => measure(url))
