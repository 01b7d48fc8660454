// T9: whether the time of an answer tells a known address from an unknown one (`--samples 2000`, 300 by default).
import { Client } from '../support/users/client.ts'
import { readNumbers, report } from '../support/report.ts'
import { createEmail, signUp } from '../support/users/sign-up.ts'
import { getBestGuess, getMedian } from '../support/checks/statistics.ts'
import { withProduct } from '../support/with-product.ts'

const MAX_MEDIAN_MS = 3
const { samples } = readNumbers({ samples: 300 })
/** The best of all thresholds is above a half by chance alone, the more the fewer the samples. */
const MAX_GUESS = Math.max(0.55, 0.5 + 1.3 / Math.sqrt(samples))

type Ask = (client: Client, email: string) => Promise<unknown>

const CALLS: Record<string, Ask> = {
  login: (client, email) => client.call('login', { email, password: 'a wrong password' }),
  forgotPass: (client, email) => client.call('forgotPass', { email }),
  verifyCode: (client, email) => client.call('verifyCode', { email, code: '123456' }),
}

async function time(url: string, ask: Ask, email: string): Promise<number> {
  const client = new Client(url)
  const startedAt = performance.now()
  await ask(client, email).catch(() => {})
  return performance.now() - startedAt
}

await withProduct(async ({ product }) => {
  const known = await signUp(product.url)
  for (const [name, ask] of Object.entries(CALLS)) {
    const [ofKnown, ofUnknown]: number[][] = [[], []]
    // In turns, so that what else happens on the machine meets both.
    for (let n = 0; n < samples; n++) {
      const both = n % 2 === 0 ? [ofKnown, ofUnknown] : [ofUnknown, ofKnown]
      for (const times of both) times?.push(await time(product.url, ask, times === ofKnown ? known : createEmail()))
    }
    const guess = getBestGuess(ofKnown ?? [], ofUnknown ?? [])
    const apart = Math.abs(getMedian(ofKnown ?? []) - getMedian(ofUnknown ?? []))
    report({
      test: 'T9',
      goal: `${name}: the best guess is right in at most ${(MAX_GUESS * 100).toFixed(1)} %, medians under ${MAX_MEDIAN_MS} ms apart`,
      measured: `${(guess * 100).toFixed(1)} %, ${apart.toFixed(2)} ms apart over ${samples} samples each`,
      isOk: guess <= MAX_GUESS && apart < MAX_MEDIAN_MS,
    })
  }
})
