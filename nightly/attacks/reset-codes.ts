// T8: guessing reset codes and using one 50 times at once, on both databases (`--rounds`); 10,000 codes guessed through the
// product's own functions (`--guesses`, 100,000 by default), and how even they are. `--full` for a million guesses.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE_COUNT, MAX_TRIES, simulateGuesses } from '../support/users/code-guesses.ts'
import { CallFailed, Client } from '../support/users/client.ts'
import { createCampus } from '../support/users/campus.ts'
import { createCluster, findPostgresPrograms, startCluster } from '../support/postgres.ts'
import { startProduct } from '../support/product.ts'
import { askForResetCode } from '../support/users/read-outbox.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'
import { PASSWORD, signUp } from '../support/users/sign-up.ts'
import { getChiSquare } from '../support/checks/statistics.ts'

const AT_ONCE = 50
const MAX_BUSY_ROUNDS = 3
const CODES = 10_000
/** Of strangers, in code-throttle.ts. */
const CODES_PER_DAY = 10
/** One in a thousand even series of six positions has one above it. */
const MAX_CHI_SQUARE = 32.4
const { rounds, guesses } = readNumbers({
  rounds: { short: 10, full: 200 },
  guesses: { short: 100_000, full: CODE_COUNT },
})

const getStatus = (answer: Promise<unknown>): Promise<number> =>
  answer.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof CallFailed) return error.status
      throw error
    },
  )

async function isRight(answer: Promise<unknown>): Promise<boolean> {
  const status = await getStatus(answer)
  if (status !== 200 && status !== 400) throw new Error(`A guess was answered with ${status}`)
  return status === 200
}

interface Found {
  accepted: number
  hits: number
  /** Successes of each code that is used at once. */
  wins: number[]
}

/** The right code as the fifth try is accepted, and neither it nor any other afterwards. */
async function guessCode(url: string, dataDir: string, found: Found): Promise<void> {
  const email = await signUp(url)
  const client = new Client(url)
  const right = await askForResetCode(client, dataDir, email)
  const guess = (ahead: number) =>
    isRight(client.call('verifyCode', { email, code: String((Number(right) + ahead) % CODE_COUNT).padStart(6, '0') }))
  for (let n = 1; n < MAX_TRIES; n++) if (await guess(n)) found.hits++
  // A right one is not counted as a try.
  if (await guess(0)) found.accepted++
  for (const ahead of [MAX_TRIES, 0, MAX_TRIES + 1, 0]) if (await guess(ahead)) found.hits++
  if (await isRight(client.call('resetPass', { email, code: right, password: `${PASSWORD} again` }))) found.hits++
}

/** Returns how many of the uses succeed, after others when none does because the server was too busy to say. */
async function useCodeAtOnce(url: string, dataDir: string, found: Found): Promise<number> {
  for (let round = 0; ; round++) {
    const email = await signUp(url)
    const owner = new Client(url)
    const code = await askForResetCode(owner, dataDir, email)
    // The code belongs to the browser that asked.
    if (await isRight(new Client(url).call('verifyCode', { email, code }))) found.hits++
    const reset = () => getStatus(owner.call('resetPass', { email, code, password: `${PASSWORD} again` }))
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, reset))
    const others = statuses.filter((status) => status !== 200 && status !== 400)
    if (others.some((status) => status !== 503)) throw new Error(`A use was answered with ${others.join(', ')}`)
    const wins = statuses.filter((status) => status === 200).length
    if (wins > 0 || others.length === 0 || round === MAX_BUSY_ROUNDS) return wins
  }
}

async function attackProduct(name: string, dataDir: string, databaseUrl?: string): Promise<void> {
  await createCampus({ dataDir, ...(databaseUrl && { databaseUrl }) })
  const product = await startProduct({ dataDir, settings: { ...(databaseUrl && { DATABASE_URL: databaseUrl }) } })
  const found: Found = { accepted: 0, hits: 0, wins: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      await guessCode(product.url, dataDir, found)
      found.wins.push(await useCodeAtOnce(product.url, dataDir, found))
    }
  } finally {
    await product.stop()
  }
  report({
    test: 'T8',
    goal: `${name}: the right code accepted as try ${MAX_TRIES}, 0 hits beyond it or from another browser`,
    measured: `${found.accepted} of ${rounds} accepted, ${found.hits} hits`,
    isOk: found.accepted === rounds && found.hits === 0,
  })
  report({
    test: 'T8',
    goal: `${name}: exactly 1 success of ${AT_ONCE} uses of a code at once`,
    measured: `exactly 1 for ${found.wins.filter((wins) => wins === 1).length} of ${rounds} codes`,
    isOk: found.wins.filter((wins) => wins === 1).length === rounds,
  })
}

async function attackOnPostgres(folder: string): Promise<void> {
  const programs = await findPostgresPrograms()
  if (!programs) return reportSkipped('T8', 'PostgreSQL is not installed')
  createCluster(programs, join(folder, 'cluster'))
  const cluster = await startCluster(programs, { folder: join(folder, 'cluster') })
  try {
    await attackProduct('PostgreSQL', join(folder, 'data-postgres'), cluster.url)
  } finally {
    await cluster.stop()
  }
}

function reportCodes(codes: string[]): void {
  const positions = Array.from({ length: 6 }, (_, position) =>
    getChiSquare(
      Array.from({ length: 10 }, (_digit, digit) => codes.filter((code) => code[position] === `${digit}`).length),
    ),
  )
  report({
    test: 'T8',
    goal: `digits even at each of six positions: chi-square of at most ${MAX_CHI_SQUARE}`,
    measured: `${positions.map((value) => value.toFixed(1)).join(', ')} over ${codes.length} codes`,
    isOk: positions.every((value) => value <= MAX_CHI_SQUARE),
  })
  const times = new Map<string, number>()
  for (const code of codes) times.set(code, (times.get(code) ?? 0) + 1)
  const pairs = [...times.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
  const expected = (codes.length * (codes.length - 1)) / 2 / CODE_COUNT
  // Four standard deviations of a Poisson distribution.
  const [least, most] = [expected - 4 * Math.sqrt(expected), expected + 4 * Math.sqrt(expected)].map(Math.round)
  report({
    test: 'T8',
    goal: `as many equal pairs as chance makes of ${codes.length} six-digit codes: ${Math.round(expected)}, between ${least} and ${most}`,
    measured: `${pairs} equal pairs`,
    isOk: pairs >= (least ?? 0) && pairs <= (most ?? 0),
  })
}

async function simulate(dataDir: string): Promise<void> {
  const guessesPerCode = Math.max(MAX_TRIES + 1, Math.round(guesses / CODES))
  const result = await simulateGuesses(dataDir, { codes: CODES, guessesPerCode })
  report({
    test: 'T8',
    goal: `in the product's functions on the database: right codes accepted within ${MAX_TRIES} tries, 0 beyond`,
    measured: `${result.guesses} guesses at ${result.codes.length} codes: ${result.accepted} accepted, ${result.hits} hits`,
    isOk: result.accepted === CODES && result.hits === 0 && result.guesses >= guesses,
  })
  const chance = (100 * result.codesInOneDay * MAX_TRIES) / CODE_COUNT
  report({
    test: 'T8',
    goal: `strangers make at most ${CODES_PER_DAY} codes a day for one account`,
    measured: `${result.codesInOneDay} of 300, so that all their tries find one with a chance of ${chance} % a day`,
    isOk: result.codesInOneDay > 0 && result.codesInOneDay <= CODES_PER_DAY,
  })
  reportCodes(result.codes)
}

const folder = mkdtempSync(join(tmpdir(), 'lantern-codes-'))
try {
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  await attackProduct('embedded', join(folder, 'data'))
  await attackOnPostgres(folder)
  await simulate(join(folder, 'data-simulation'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
