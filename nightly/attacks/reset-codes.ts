// T8: guessing reset codes: tries beyond the fifth, 50 uses of one code at once, how even the codes are (`--codes 10000`, 300
// by default).
import { CallFailed, Client } from '../support/users/client.ts'
import { askForResetCode } from '../support/users/read-outbox.ts'
import { readNumbers, report } from '../support/report.ts'
import { PASSWORD, signUp } from '../support/users/sign-up.ts'
import { getChiSquare } from '../support/checks/statistics.ts'
import { withProduct } from '../support/with-product.ts'

const AT_ONCE = 50
const TRIES = 5
const ROUNDS = 10
/** One in a thousand even series of ten digits is above it. */
const MAX_CHI_SQUARE = 27.9
const { codes } = readNumbers({ codes: 300 })

const isRight = (answer: Promise<unknown>): Promise<boolean> =>
  answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallFailed && error.status === 400) return false
      throw error
    },
  )

await withProduct(async ({ product, dataDir }) => {
  const digits = Array.from({ length: 10 }, () => 0)
  let [hits, wins] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const email = await signUp(product.url)
    const client = new Client(product.url)
    const burnt = await askForResetCode(client, dataDir, email)
    for (let wrong = 0; wrong < TRIES; wrong++)
      await isRight(client.call('verifyCode', { email, code: burnt === '000000' ? '000001' : '000000' }))
    if (await isRight(client.call('verifyCode', { email, code: burnt }))) hits++
    // Another browser: the code belongs to the one that asked.
    const owner = new Client(product.url)
    const other = await signUp(product.url)
    const code = await askForResetCode(owner, dataDir, other)
    if (await isRight(new Client(product.url).call('verifyCode', { email: other, code }))) hits++
    const reset = () => isRight(owner.call('resetPass', { email: other, code, password: `${PASSWORD} again` }))
    wins += (await Promise.all(Array.from({ length: AT_ONCE }, reset))).filter(Boolean).length
  }
  report({
    test: 'T8',
    goal: `0 hits beyond ${TRIES} tries or from another browser`,
    measured: `${hits} hits in ${ROUNDS} rounds`,
    isOk: hits === 0,
  })
  report({
    test: 'T8',
    goal: `1 success of ${AT_ONCE} uses at once`,
    measured: `${wins} successes of ${ROUNDS} codes`,
    isOk: wins === ROUNDS,
  })
  for (let n = 0; n < codes; n++) {
    // A new address each time: the outbox is read for all its codes.
    const email = await signUp(product.url)
    for (const digit of await askForResetCode(new Client(product.url), dataDir, email))
      digits[Number(digit)] = (digits[Number(digit)] ?? 0) + 1
  }
  const chiSquare = getChiSquare(digits)
  report({
    test: 'T8',
    goal: `digits even: chi-square of at most ${MAX_CHI_SQUARE}`,
    measured: `${chiSquare.toFixed(1)} over ${codes} codes`,
    isOk: chiSquare <= MAX_CHI_SQUARE,
  })
})
