import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProblems, type Query } from '../checks/find-problems.ts'
import { findNegativeAges, WrittenInTurn } from '../checks/time-order.ts'
import { createCluster, type PostgresPrograms, startCluster } from '../postgres.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { type Campus, createCampus } from '../users/campus.ts'
import { CallFailed, Client } from '../users/client.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import { askForResetCode } from '../users/read-outbox.ts'
import { PASSWORD, signIn, signUp } from '../users/sign-up.ts'
import { queryOnce } from './restartable-site.ts'

const WRITING_MS = 3_000

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
  const servers: RunningProduct[] = []
  try {
    for (const wrapper of [[], ['faketime', '-f', '+1h'], ['faketime', '-f', '-1h']]) servers.push(await start(wrapper))
    const query = (text: string) => queryOnce({ connectionString: postgres.url }, text)
    const site = { urls: servers.map(({ url }) => url), dataDir, campus, query }
    return [...(await useEverywhere(site)), ...(await expireEverywhere(site)), ...(await writeEverywhere(site))]
  } finally {
    for (const server of servers) await server.stop()
    await postgres.stop()
  }
}

interface SharedSite {
  urls: string[]
  dataDir: string
  campus: Campus
  query: Query
}

/** Signs in and asks for a code on each server, and uses both on the others. */
async function useEverywhere({ urls, dataDir, campus }: SharedSite): Promise<string[]> {
  const problems: string[] = []
  const attempt = async (what: string, use: () => Promise<unknown>) => {
    await use().catch((error: unknown) => problems.push(`${what}: ${String(error)}`))
  }
  for (const here of urls) {
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
  }
  return problems
}

const LIFETIME_S = 20
const IN_A_MOMENT = `now() + interval '${LIFETIME_S} seconds'`

interface Secret {
  what: string
  /** Servers that have met a session remember its end. */
  isUsedBefore: boolean
  /** A statement. */
  shorten: string
  use(url: string): Promise<unknown>
}

/** Sessions and codes of each server end in a few seconds by the database's clock. They are used before that, and after. */
async function expireEverywhere(site: SharedSite): Promise<string[]> {
  const { urls, query } = site
  const secrets: Secret[] = []
  for (const here of urls)
    for (const isUsedBefore of [true, false])
      secrets.push(
        { ...(await startSession(site, here, 'expires_at')), isUsedBefore },
        { ...(await startSession(site, here, 'idle_until')), isUsedBefore },
        { ...(await startCode(site, here)), isUsedBefore },
      )
  await query(secrets.map(({ shorten }) => shorten).join('; '))
  const end = (await readDatabaseTime(query)) + LIFETIME_S
  const before = secrets.filter(({ isUsedBefore }) => isUsedBefore)
  const problems = (await useAll(before, urls)).flatMap(({ what, refusal }) =>
    refusal === undefined ? [] : [`${what} is refused before its end: ${refusal}`],
  )
  const left = end - (await readDatabaseTime(query))
  if (left < 0) problems.push('the machine is too slow: the uses before the end took longer than that')
  await sleep((Math.max(0, left) + 1) * 1_000)
  const after = await useAll(secrets, urls)
  return [
    ...problems,
    ...after.flatMap(({ what, refusal }) => (refusal === undefined ? [`${what} is accepted after its end`] : [])),
  ]
}

/** Each secret on each server. */
async function useAll(secrets: readonly Secret[], urls: readonly string[]) {
  const uses: { what: string; refusal: string | undefined }[] = []
  for (const { what, use } of secrets)
    for (const [index, url] of urls.entries()) {
      const refusal = await use(url).then(() => undefined, readRefusal)
      uses.push({ what: `${what} on server ${index}`, refusal })
    }
  return uses
}

function readRefusal(error: unknown): string {
  if (error instanceof CallFailed && REFUSALS.has(error.status)) return error.message
  throw error
}

/** Of a code, and of a session. */
const REFUSALS = new Set([400, 401])

const readDatabaseTime = async (query: Query) =>
  Number((await query('select extract(epoch from now())::float8 as now'))[0]?.['now'])

async function startSession({ urls }: SharedSite, here: string, column: 'expires_at' | 'idle_until') {
  const email = await signUp(here)
  const client = new Client(here)
  await client.call('login', { email, password: PASSWORD })
  return {
    what: `a session of server ${urls.indexOf(here)} by ${column}`,
    shorten: `update sessions set ${column} = ${IN_A_MOMENT} where user_id = (select id from users where email = '${email}')`,
    use: (url: string) => new Client(url, client.cookie).call('getNotifications', { page: 1 }),
  }
}

async function startCode({ urls, dataDir }: SharedSite, here: string) {
  const email = await signUp(here)
  const client = new Client(here)
  const code = await askForResetCode(client, dataDir, email)
  return {
    what: `a code of server ${urls.indexOf(here)}`,
    shorten: `update reset_codes set expires_at = ${IN_A_MOMENT} where email = '${email}'`,
    use: (url: string) => new Client(url, client.cookie).call('verifyCode', { email, code }),
  }
}

/** Users write on one server after the other. */
async function writeEverywhere({ urls, dataDir, campus, query }: SharedSite): Promise<string[]> {
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const lists = new WrittenInTurn(await signIn(urls[0] ?? ''), campus)
  for (const url of [...urls, ...urls]) {
    await lists.write(url)
    await writes.run(url, AbortSignal.timeout(WRITING_MS))
  }
  const listed = (await Promise.all(urls.map((url) => lists.check(url)))).flat()
  const students = writes.acknowledged.flatMap((one) => (one.kind === 'account' ? [one.email] : []))
  return [
    ...writes.failures.map(({ message }) => message),
    ...listed,
    ...(await findProblems(writes.acknowledged, { query, campus, uploadsFolder: join(dataDir, 'uploads') })),
    ...(await findNegativeAges(query, students)),
  ]
}
