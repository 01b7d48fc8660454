// T9: whether the time of an answer tells a known address from an unknown one (`--samples`, 800 by default, which chance alone
// takes beyond the limit once in 500 runs; `--full` for 2,000).
import { CallFailed, Client } from '../support/users/client.ts'
import { readNumbers, report } from '../support/report.ts'
import { createEmail, signUp } from '../support/users/sign-up.ts'
import { getBestGuess, getMedian } from '../support/checks/statistics.ts'
import { withProduct } from '../support/with-product.ts'

const MAX_GUESS = 0.55
const MAX_MEDIAN_MS = 3
const { samples } = readNumbers({ samples: { short: 800, full: 2_000 } })

interface TimedCall {
  name: string
  /** Of every answer, for a known and an unknown address alike. */
  status: number
  send(client: Client, email: string): Promise<unknown>
}

const CALLS: TimedCall[] = [
  {
    name: 'login',
    status: 401,
    send: (client, email) => client.call('login', { email, password: 'a wrong password' }),
  },
  { name: 'forgotPass', status: 200, send: (client, email) => client.call('forgotPass', { email }) },
  { name: 'verifyCode', status: 400, send: (client, email) => client.call('verifyCode', { email, code: '123456' }) },
]

async function time(url: string, { send }: TimedCall, email: string): Promise<{ ms: number; status: number }> {
  const client = new Client(url)
  const startedAt = performance.now()
  const status = await send(client, email).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof CallFailed) return error.status
      throw error
    },
  )
  return { ms: performance.now() - startedAt, status }
}

await withProduct(async ({ product }) => {
  const known = await signUp(product.url)
  for (const call of CALLS) {
    const [ofKnown, ofUnknown]: [number[], number[]] = [[], []]
    const others = new Set<number>()
    // In turns, so that what else happens on the machine meets both.
    for (let n = 0; n < samples; n++) {
      const both = n % 2 === 0 ? [ofKnown, ofUnknown] : [ofUnknown, ofKnown]
      for (const times of both) {
        const { ms, status } = await time(product.url, call, times === ofKnown ? known : createEmail())
        times.push(ms)
        if (status !== call.status) others.add(status)
      }
    }
    const guess = getBestGuess(ofKnown, ofUnknown)
    const apart = Math.abs(getMedian(ofKnown) - getMedian(ofUnknown))
    report({
      test: 'T9',
      goal: `${call.name}: the best guess is right in at most 55 %, medians under ${MAX_MEDIAN_MS} ms apart, every answer ${call.status}`,
      measured: `${(guess * 100).toFixed(1)} %, ${apart.toFixed(2)} ms apart over ${samples} samples each, ${others.size === 0 ? 'no other answer' : `also ${[...others].join(', ')}`}`,
      isOk: guess <= MAX_GUESS && apart < MAX_MEDIAN_MS && others.size === 0,
    })
  }
})
