import { API_BASE } from '../../../src/contract/paths.ts'
import { TestProvider } from '../../../src/server/testing/accounts/oidc-provider.ts'
import { TINY_PNG } from '../../../src/server/testing/files/picture-form.ts'
import type { RunningPostgres } from '../postgres.ts'
import { readOutbox } from '../users/read-outbox.ts'
import { findClosedPort, startFailingServices } from './failing-services.ts'
import { PLANTED } from './find-secrets.ts'
import { captureTokens, signInWithGoogle } from './google-tokens.ts'
import { addPricedCourse, readAsAdmin, signInAsAdmin } from './read-as-admin.ts'
import type { RecordingClient } from './recording-client.ts'
import { readBackup, readFiles } from './run-commands.ts'
import { ADMIN, IN_URLS, METRICS_TOKEN, type Search } from './search.ts'
import { useAccounts } from './use-accounts.ts'

/** Everything that an account and an admin can use. */
export async function searchAccounts(search: Search): Promise<void> {
  const run = 'of the accounts'
  const provider = await TestProvider.start()
  const tokens = captureTokens()
  const settings = { ...provider.settings, STRIPE_API_URL: `http://127.0.0.1:${await findClosedPort()}` }
  await search.withProduct(run, settings, async (url) => {
    const admin = await signInAsAdmin({ ...search, url }, ADMIN)
    await useAccounts({ ...search, url }, await addPricedCourse(admin))
    Object.assign(search.secrets, await signInWithGoogle(url, provider), tokens)
    await search.addCommands(run, settings)
    search.places.push(await readAsAdmin(admin, run, METRICS_TOKEN))
  })
  await provider.stop()
  const mails = await readOutbox(search.dataDir)
  const texts = mails.map(({ subject, text, html }) => [subject, text, html].join('\n'))
  search.add('the emails', texts.join('\n'), ['token of', 'reset code'])
  search.add('the backup', readBackup(search.backups))
  await search.addRows(run)
  search.add('the files of the data folder', readFiles(search.dataDir, ['outbox']))
}

/** The mail server refuses the login and the bucket the key, which the log, rows and the System page tell. */
export async function searchFailingServices(search: Search): Promise<void> {
  const run = 'of failing services'
  const services = await startFailingServices()
  const settings = {
    SMTP_URL: `smtp://mailer:${IN_URLS['password in SMTP_URL']}@127.0.0.1:${services.smtpPort}`,
    S3_URL: `s3://key:${IN_URLS['secret in S3_URL']}@127.0.0.1:${services.s3Port}/lantern/${PLANTED}?tls=off`,
    BACKUP_TO: 's3',
  }
  await search.withProduct(run, settings, async (url) => {
    const admin = await signInAsAdmin({ ...search, url }, ADMIN)
    await admin.call('sendTestMail', {})
    await admin.call('startBackup', {})
    await uploadPicture(admin)
    await search.addCommands(run, settings)
    search.places.push(await readAsAdmin(admin, run, METRICS_TOKEN))
  })
  await services.close()
  if (services.uses.smtp === 0 || services.uses.s3 === 0) throw new Error('The services were not asked')
  await search.addRows(run)
}

async function uploadPicture(admin: RecordingClient): Promise<void> {
  const { userData } = await admin.call('session', {})
  const body = new FormData()
  body.append('id', String(userData[0]?.student_id))
  body.append('image', new Blob([new Uint8Array(TINY_PNG)], { type: 'image/png' }), 'picture.png')
  await admin.open(`${API_BASE}/handleUploads`, { method: 'POST', body })
}

/** PostgreSQL goes away, and then the address is wrong from the start. */
export async function searchDatabaseUrl(search: Search, postgres: RunningPostgres): Promise<void> {
  const run = 'on PostgreSQL'
  const password = IN_URLS['password in DATABASE_URL']
  const settings = { DATABASE_URL: postgres.url.replace('postgres@', `postgres:${password}@`) }
  await search.withProduct(run, settings, async (url) => {
    const admin = await signInAsAdmin({ ...search, url }, ADMIN)
    search.places.push(await readAsAdmin(admin, run, METRICS_TOKEN))
    await search.addCommands(run, settings)
    await search.addRows(run, postgres.url)
    await postgres.stop('immediate')
    for (const path of ['/', '/readyz', '/dashboard/system', '/api/getUsers']) await admin.open(path)
  })
  await search.addCommands('without PostgreSQL', settings, ['doctor', 'backup', 'start'])
}
