import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Campus, createCampus } from '../users/campus.ts'
import { Client } from '../users/client.ts'
import { findProblems, type Query } from '../checks/find-problems.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import { createCluster, type PostgresPrograms, startCluster } from '../postgres.ts'
import { openEmbeddedImage } from '../power-cut/open-image.ts'
import { startProduct } from '../product.ts'
import { askForResetCode } from '../users/read-outbox.ts'
import { PASSWORD, signIn, signUp } from '../users/sign-up.ts'

const WRITING_MS = 3_000
/** As faketime reads them; the last is just before Berlin's clocks go back. */
const JUMPS = ['+0', '+1h', '-2h', '+0', '@2026-10-25 02:59:57']

/** What a clock that went backwards would leave. */
const NEGATIVE_AGES: [string, string][] = [
  [
    'a lesson was completed before its enrollment',
    `select 1 from lesson_progress p join lessons l on l.id = p.lesson_id join enrollments e on e.user_id = p.user_id and e.course_id = l.course_id where p.completed_at < e.created_at - interval '3 hours'`,
  ],
  ['a session ends before it began', 'select 1 from sessions where expires_at < created_at or idle_until < created_at'],
  ['an order was paid before it was made', `select 1 from orders where paid_at < created_at - interval '3 hours'`],
]

export async function jumpOnEmbedded(folder: string) {
  mkdirSync(folder)
  const dataDir = join(folder, 'data')
  const clock = join(folder, 'clock')
  const campus = await createCampus({ dataDir })
  const setClock = (offset: string) => writeFileSync(clock, `${offset}\n`)
  setClock('+0')
  // The file is read at each look at the clock, so that it jumps while the server runs.
  const settings = { FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1', TZ: 'Europe/Berlin' }
  const wrapper = ['faketime', '--exclude-monotonic', '-f', '+0', 'env', '-u', 'FAKETIME']
  const product = await startProduct({ dataDir, settings, wrapper })
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const ending = new AbortController()
  const writing = writes.run(product.url, ending.signal)
  for (const offset of JUMPS) {
    setClock(offset)
    await sleep(WRITING_MS)
  }
  ending.abort()
  await writing
  await product.stop()
  // A jump ahead ends sessions, as it should.
  const failures = writes.failures.filter(({ status }) => status !== 401)
  for (const { message } of failures.slice(0, 5)) console.log(`  ${message}`)
  const problems = await openEmbeddedImage(join(dataDir, 'database'), async (query) => [
    ...(await findProblems(writes.acknowledged, { query, campus, uploadsFolder: join(dataDir, 'uploads') })),
    ...(await findNegativeAges(query)),
  ])
  return { acknowledged: writes.acknowledged.length, failures: failures.length, problems }
}

async function findNegativeAges(query: Query): Promise<string[]> {
  const found: string[] = []
  for (const [problem, statement] of NEGATIVE_AGES) {
    const { length } = await query(statement)
    if (length > 0) found.push(`${length} times: ${problem}`)
  }
  return found
}

/** One server with the right time, one an hour ahead and one an hour behind. */
export async function shareOnPostgres(folder: string, programs: PostgresPrograms): Promise<string[]> {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  chmodSync(join(folder, '..'), 0o755)
  const cluster = join(folder, 'cluster')
  createCluster(programs, cluster)
  const postgres = await startCluster(programs, { folder: cluster })
  const dataDir = join(folder, 'data')
  const campus = await createCampus({ dataDir, databaseUrl: postgres.url })
  const start = (wrapper: string[]) => startProduct({ dataDir, wrapper, settings: { DATABASE_URL: postgres.url } })
  const servers = [await start([]), await start(['faketime', '-f', '+1h']), await start(['faketime', '-f', '-1h'])]
  try {
    const urls = servers.map(({ url }) => url)
    return (await Promise.all(urls.map((url) => useElsewhere(url, urls, { dataDir, campus })))).flat()
  } finally {
    for (const server of servers) await server.stop()
    await postgres.stop()
  }
}

/** Signs in and asks for a code here, and uses both on every server. */
async function useElsewhere(here: string, urls: string[], { dataDir, campus }: { dataDir: string; campus: Campus }) {
  const problems: string[] = []
  const attempt = async (what: string, use: () => Promise<unknown>) => {
    await use().catch((error: unknown) => problems.push(`${what}: ${String(error)}`))
  }
  const { client } = await signIn(here)
  for (const there of urls) {
    const elsewhere = new Client(there, client.cookie)
    await attempt('a session of another server', () =>
      elsewhere.call('enrollCourse', { course_id: campus.freeCourse.id }),
    )
  }
  const email = await signUp(here)
  const asking = new Client(here)
  const code = await askForResetCode(asking, dataDir, email)
  const other = urls.find((url) => url !== here) ?? here
  await attempt('a reset code of another server', () =>
    new Client(other, asking.cookie).call('resetPass', { email, code, password: `${PASSWORD} again` }),
  )
  return problems
}
