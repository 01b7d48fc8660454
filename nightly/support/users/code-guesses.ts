import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createResetCode, verifyResetCode } from '../../../src/server/features/session/reset/reset-code.ts'
import { connect, type Database } from '../../../src/server/platform/db/connect.ts'
import { migrate } from '../../../src/server/platform/db/migrate.ts'
import { setHashCost } from '../../../src/server/platform/passwords/passwords.ts'
import { PROJECT_ROOT } from '../../../src/server/platform/project-root.ts'
import { createThrottles } from '../../../src/server/platform/throttle/throttles.ts'
import { createEmail } from './sign-up.ts'

export const CODE_COUNT = 1_000_000
export const MAX_TRIES = 5

interface Simulation {
  codes: string[]
  guesses: number
  /** Right codes that were accepted as the first of the tries: all must be. */
  accepted: number
  /** Accepted beyond the tries: none may be. */
  hits: number
  /** Codes that strangers in a hundred networks make the server send to one account in a day. */
  codesInOneDay: number
}

/**
 * Guesses against the product's own functions on a database, without HTTP and at a low cost of hashing. What is stored and
 * counted is the same.
 */
export async function simulateGuesses(
  dataDir: string,
  { codes, guessesPerCode }: { codes: number; guessesPerCode: number },
): Promise<Simulation> {
  setHashCost({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  const database = await connect({ dataDir })
  const result: Simulation = { codes: [], guesses: 0, accepted: 0, hits: 0, codesInOneDay: 0 }
  try {
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    for (let n = 0; n < codes; n++) await guessCode(database, result, guessesPerCode)
    result.codesInOneDay = await countCodesInOneDay(database)
    return result
  } finally {
    await database.close()
  }
}

async function guessCode({ db }: Database, result: Simulation, count: number): Promise<void> {
  const email = createEmail()
  const device = randomBytes(32)
  const code = await createResetCode(db, email, device)
  const guess = (text: string) => verifyResetCode(db, { email, deviceHash: device.toString('base64') }, text)
  const wrong = Array.from({ length: count - 2 }, (_, n) =>
    String((Number(code) + 1 + n) % CODE_COUNT).padStart(6, '0'),
  )
  if (await guess(code)) result.accepted++
  for (const one of wrong.splice(0, MAX_TRIES - 1)) if (await guess(one)) result.hits++
  // At once, the right one among them.
  wrong.splice(Math.floor(Math.random() * (wrong.length + 1)), 0, code)
  const answers = await Promise.all(wrong.map(guess))
  result.hits += answers.filter(Boolean).length
  result.guesses += count
  result.codes.push(code)
}

async function countCodesInOneDay({ pool }: Database): Promise<number> {
  const throttles = createThrottles(pool, { signupsPerNetwork: 100 })
  const email = createEmail()
  let sent = 0
  for (let n = 0; n < 300; n++) {
    const stranger = { isKnownDevice: false, isKnownNetwork: false, hasMailToken: false }
    const from = { ip: `10.0.0.${n % 100}`, device: randomBytes(32).toString('base64') }
    if (await throttles.canSendCode({ email, ...from, ...stranger })) sent++
  }
  return sent
}
