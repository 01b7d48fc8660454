import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProblems, type Query } from '../checks/find-problems.ts'
import { findNegativeAges, WrittenInTurn } from '../checks/time-order.ts'
import { createCluster, type PostgresPrograms, startCluster } from '../postgres.ts'
import { openEmbeddedImage } from '../power-cut/open-image.ts'
import { startProduct } from '../product.ts'
import { type Campus, createCampus } from '../users/campus.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import { signIn } from '../users/sign-up.ts'
import { queryOnce } from './restartable-site.ts'

const WRITING_MS = 3_000
/** Of Berlin. */
const SUMMERS = {
  2026: [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)],
  2036: [Date.UTC(2036, 2, 30, 1), Date.UTC(2036, 9, 26, 1)],
} as const
const HOUR_MS = 3_600_000

/** From the first time. */
const listJumps = (first: number, summer: readonly number[]): number[] => [
  first,
  first + HOUR_MS,
  first - 2 * HOUR_MS,
  first,
  // So that the moment comes while users write.
  ...summer.map((moment) => moment - WRITING_MS / 2),
]

/** Jumps while its program runs, which reads the file at each look at the clock. */
class FakeClock {
  readonly env: Record<string, string>
  readonly wrapper = ['faketime', '--exclude-monotonic', '-f', '+0', 'env', '-u', 'FAKETIME']
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    this.env = { FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', TZ: 'Europe/Berlin' }
    this.set(Date.now())
  }

  set(time: number): void {
    const seconds = Math.round((time - Date.now()) / 1_000)
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  }
}

export interface JumpResult {
  acknowledged: number
  failures: number
  problems: string[]
}

export async function jumpOnEmbedded(folder: string): Promise<JumpResult> {
  mkdirSync(folder)
  const dataDir = join(folder, 'data')
  const clock = new FakeClock(join(folder, 'clock'))
  const campus = await createCampus({ dataDir })
  const product = await startProduct({ dataDir, settings: clock.env, wrapper: clock.wrapper })
  const written = await writeOverJumps(product.url, campus, clock, listJumps(Date.now(), SUMMERS[2026]))
  await product.stop()
  return openEmbeddedImage(join(dataDir, 'database'), (query) => check(written, { query, campus, dataDir }))
}

/**
 * The database's clock alone jumps. Each time is ahead of the right one, which faketime shows to PostgreSQL's timers while it
 * waits: those of an earlier time would be over at once.
 */
export async function jumpOnPostgres(folder: string, programs: PostgresPrograms): Promise<JumpResult> {
  mkdirSync(folder)
  // PostgreSQL runs as another user.
  for (const one of [folder, join(folder, '..')]) chmodSync(one, 0o755)
  const [dataDir, cluster] = [join(folder, 'data'), join(folder, 'cluster')]
  createCluster(programs, cluster)
  const clock = new FakeClock(join(folder, 'clock'))
  const first = Date.UTC(2036, 11, 1)
  clock.set(first)
  const { owner } = programs
  const asOwner = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : []
  const env = Object.entries(clock.env).map(([name, value]) => `${name}=${value}`)
  const postgres = await startCluster(programs, {
    folder: cluster,
    settings: ['-c', 'timezone=Europe/Berlin'],
    wrapper: [...asOwner, 'env', ...env, ...clock.wrapper],
  })
  try {
    const campus = await createCampus({ dataDir, databaseUrl: postgres.url })
    const product = await startProduct({ dataDir, settings: { DATABASE_URL: postgres.url } })
    const query = (text: string) => queryOnce({ connectionString: postgres.url }, text)
    try {
      await requireTime(query, first)
      const written = await writeOverJumps(product.url, campus, clock, listJumps(first, SUMMERS[2036]))
      return await check(written, { query, campus, dataDir })
    } finally {
      await product.stop()
    }
  } finally {
    await postgres.stop()
  }
}

/** Otherwise nothing would be measured. */
async function requireTime(query: Query, time: number): Promise<void> {
  const [row] = await query('select extract(epoch from now())::float8 as now')
  if (Math.abs(Number(row?.['now']) * 1_000 - time) > HOUR_MS) throw new Error('PostgreSQL has another clock')
}

interface Written {
  writes: MixedWrites
  /** How many were acknowledged before the last round. */
  overJumps: number
  listProblems: string[]
}

/** Over the jumps, and then between them: whoever writes over a jump has rows of both times. */
async function writeOverJumps(url: string, campus: Campus, clock: FakeClock, jumps: number[]): Promise<Written> {
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const lists = new WrittenInTurn(await signIn(url), campus)
  const ending = new AbortController()
  const writing = writes.run(url, ending.signal)
  for (const time of jumps) {
    clock.set(time)
    await lists.write(url)
    await sleep(WRITING_MS)
  }
  ending.abort()
  await writing
  const overJumps = writes.acknowledged.length
  for (const time of jumps) {
    clock.set(time)
    await writes.run(url, AbortSignal.timeout(WRITING_MS))
  }
  return { writes, overJumps, listProblems: await lists.check(url) }
}

interface Site {
  query: Query
  campus: Campus
  dataDir: string
}

async function check(
  { writes, overJumps, listProblems }: Written,
  { query, campus, dataDir }: Site,
): Promise<JumpResult> {
  // A jump ahead ends sessions, as it should.
  const failures = writes.failures.filter(({ status }) => status !== 401)
  for (const { message } of failures.slice(0, 5)) console.log(`  ${message}`)
  const students = writes.acknowledged.slice(overJumps).flatMap((one) => (one.kind === 'account' ? [one.email] : []))
  const problems = [
    ...listProblems,
    ...(await findProblems(writes.acknowledged, { query, campus, uploadsFolder: join(dataDir, 'uploads') })),
    ...(await findNegativeAges(query, students)),
  ]
  return { acknowledged: writes.acknowledged.length, failures: failures.length, problems }
}
