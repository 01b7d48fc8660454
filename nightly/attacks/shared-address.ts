// T10: a class of 300 logs in within five minutes from one address that also guesses passwords (`--students`); the 26th wrong
// password from it is refused.
import { CallFailed, Client } from '../support/users/client.ts'
import { readNumbers, report } from '../support/report.ts'
import { createEmail, PASSWORD, signUp } from '../support/users/sign-up.ts'
import { getPercentile } from '../support/checks/statistics.ts'
import { withProduct } from '../support/with-product.ts'

const WRONG_BEFORE = 20
/** Wrong passwords of one network in five minutes. */
const MAX_WRONG = 25
const AT_ONCE = 4
const LOGIN_WITHIN_MS = 2_000
const ALL_WITHIN_MS = 5 * 60_000
const { students } = readNumbers({ students: 300 })

/** One after the other in as many rows as are given at once. */
async function inRows<Item>(items: readonly Item[], atOnce: number, use: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await use(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

const logIn = (url: string, email: string, password: string): Promise<number> =>
  new Client(url).call('login', { email, password }).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof CallFailed) return error.status
      throw error
    },
  )

await withProduct(
  async ({ product: { url } }) => {
    const emails: string[] = []
    await inRows(Array.from({ length: students }, createEmail), AT_ONCE, async (email) => {
      emails.push(await signUp(url, email))
    })
    const wrong: number[] = []
    /** Another account each time, because an account has a limit of its own. */
    const guess = async () =>
      wrong.push(await logIn(url, emails[wrong.length % emails.length] ?? '', 'a wrong password'))
    const startedAt = performance.now()
    while (wrong.length < WRONG_BEFORE) await guess()
    const times: number[] = []
    const refused: number[] = []
    await inRows(emails, AT_ONCE, async (email) => {
      const sentAt = performance.now()
      const status = await logIn(url, email, PASSWORD)
      times.push(performance.now() - sentAt)
      if (status !== 200) refused.push(status)
    })
    const tookMs = performance.now() - startedAt
    report({
      test: 'T10',
      goal: `0 of ${students} right logins refused within ${ALL_WITHIN_MS / 1_000} s, each within ${LOGIN_WITHIN_MS / 1_000} s`,
      measured: `${refused.length} refused${refused.length > 0 ? ` (${[...new Set(refused)].join(', ')})` : ''}, all within ${Math.round(tookMs / 1_000)} s, slowest ${Math.round(getPercentile(times, 1))} ms`,
      isOk: refused.length === 0 && tookMs <= ALL_WITHIN_MS && getPercentile(times, 1) <= LOGIN_WITHIN_MS,
    })
    while (wrong.length <= MAX_WRONG) await guess()
    const answers = wrong.join(' ')
    report({
      test: 'T10',
      goal: `${MAX_WRONG} wrong ones from the address are answered with 401, the next one with 429`,
      measured: `${wrong.filter((status) => status === 401).length} with 401, then ${wrong.at(-1)}`,
      isOk: answers === [...Array.from({ length: MAX_WRONG }, () => 401), 429].join(' '),
    })
  },
  { settings: { THROTTLE: 'on', SIGNUPS_PER_NETWORK: '100000' } },
)
