// T12: passwords, codes and cookies that were used must be in no log, no answer and no row of the database.
import { connect } from '../../src/server/platform/db/connect.ts'
import { dumpDatabase } from '../../src/server/testing/dump-database.ts'
import { API_BASE } from '../../src/contract/paths.ts'
import { Client } from '../support/users/client.ts'
import { askForResetCode } from '../support/users/read-outbox.ts'
import { report } from '../support/report.ts'
import { createEmail } from '../support/users/sign-up.ts'
import { withProduct } from '../support/with-product.ts'

/** By what it is. Short ones would be found by chance. */
const secrets = {
  password: 'canary-password-5f1c9a7e',
  'new password': 'canary-changed-8d2b6c40',
  'reset password': 'canary-reset-77ab310f',
  'wrong password': 'canary-wrong-2c9e5d18',
  'password in a broken body': 'canary-broken-90ad3be6',
  'token in a query': 'canary-query-41fe7c92',
}
const answers: string[] = []

/** Sends what no client of the product sends, and keeps the answer. */
async function send(url: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, init)
  answers.push(JSON.stringify([...response.headers]), await response.text())
}

async function useEverySecret(url: string, dataDir: string): Promise<Record<string, string>> {
  const email = createEmail()
  const client = new Client(url)
  const account = { first_name: 'Ada', last_name: 'Lovelace', email, birthdate: '1990-01-01' }
  await client.call('signup', { ...account, password: secrets.password })
  await client.call('login', { email, password: secrets.password })
  const cookies = client.cookie
  await client.call('login', { email, password: secrets['wrong password'] }).catch(() => {})
  await client.call('changePassword', { password: secrets.password, new_password: secrets['new password'] })
  const code = await askForResetCode(client, dataDir, email)
  await client.call('verifyCode', { email, code })
  await client.call('resetPass', { email, code, password: secrets['reset password'] })
  const broken = `{"email":"${email}","password":"${secrets['password in a broken body']}"`
  const json = { 'content-type': 'application/json' }
  await send(`${url}${API_BASE}/login`, { method: 'POST', headers: json, body: broken })
  await send(`${url}${API_BASE}/signup`, { method: 'POST', headers: json, body: `${broken},"first_name":7}` })
  await send(`${url}/reset-password?token=${secrets['token in a query']}`)
  await send(`${url}${API_BASE}/session?token=${secrets['token in a query']}`)
  const values = cookies.split('; ').map((cookie) => cookie.split('='))
  return Object.fromEntries(values.map(([name, value]) => [`cookie ${name}`, value ?? '']))
}

const places: Record<string, string> = {}
const used: Record<string, string> = { ...secrets }
await withProduct(
  async ({ product, dataDir, output }) => {
    Object.assign(used, await useEverySecret(product.url, dataDir))
    await product.stop()
    const database = await connect({ dataDir })
    places.database = await dumpDatabase(database.db)
    await database.close()
    places.log = output()
    places.answers = answers.join('\n')
  },
  { settings: { LOG_LEVEL: 'trace' } },
)
const found = Object.entries(used).flatMap(([what, value]) =>
  Object.entries(places).flatMap(([where, text]) => {
    // A row shows bytes in hexadecimal.
    const forms = [value, encodeURIComponent(value), Buffer.from(value).toString('hex')]
    return forms.some((form) => text.includes(form)) ? [`${what} in the ${where}`] : []
  }),
)
for (const one of found) console.log(`  ${one}`)
// Proof that both were read.
const canSearch = places.log && places.database?.includes('@mail.example')
report({
  test: 'T12',
  goal: '0 occurrences in log, answers and database',
  measured: `${found.length} of ${Object.keys(used).length} secrets found${canSearch ? '' : ', but the search found nothing at all'}`,
  isOk: found.length === 0 && Boolean(canSearch),
})
