// T10: a class of 300 logs in from one address that also guesses passwords (`--students`).
import { CallFailed, Client } from '../support/users/client.ts'
import { readNumbers, report } from '../support/report.ts'
import { createEmail, PASSWORD, signUp } from '../support/users/sign-up.ts'
import { getPercentile } from '../support/checks/statistics.ts'
import { withProduct } from '../support/with-product.ts'

const WRONG = 20
const AT_ONCE = 4
const LOGIN_WITHIN_MS = 2_000
const { students } = readNumbers({ students: 300 })

/** One after the other in as many rows as are given at once. */
async function inRows<Item>(items: readonly Item[], atOnce: number, use: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await use(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

await withProduct(
  async ({ product }) => {
    const emails: string[] = []
    await inRows(Array.from({ length: students }, createEmail), AT_ONCE, async (email) => {
      emails.push(await signUp(product.url, email))
    })
    const times: number[] = []
    const refused = new Map<number, number>()
    for (let n = 0; n < WRONG; n++) {
      const wrong = { email: emails[n % emails.length] ?? '', password: 'a wrong password' }
      await new Client(product.url).call('login', wrong).catch(() => {})
    }
    await inRows(emails, AT_ONCE, async (email) => {
      const startedAt = performance.now()
      await new Client(product.url).call('login', { email, password: PASSWORD }).catch((error: unknown) => {
        const status = error instanceof CallFailed ? error.status : 0
        refused.set(status, (refused.get(status) ?? 0) + 1)
      })
      times.push(performance.now() - startedAt)
    })
    const count = [...refused.values()].reduce((sum, one) => sum + one, 0)
    report({
      test: 'T10',
      goal: `0 of ${students} right logins refused, all within ${LOGIN_WITHIN_MS / 1_000} s`,
      measured: `${count} refused${count > 0 ? ` (${[...refused.keys()].join(', ')})` : ''}, slowest ${Math.round(getPercentile(times, 1))} ms`,
      isOk: count === 0 && getPercentile(times, 1) <= LOGIN_WITHIN_MS,
    })
  },
  { settings: { THROTTLE: 'on', SIGNUPS_PER_NETWORK: '100000' } },
)
