import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { totpSecrets } from '#server/platform/db/schema.ts'
import { createFactories } from '#server/testing/factories.ts'
import { createTestDatabase } from '#server/testing/test-db.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { runBackupCommand } from './backup-commands.ts'
import { CommandError } from './commands.ts'
import { doctor, DOCTOR_USAGE } from './doctor.ts'
import { formatChecks } from './doctor-report.ts'

const t = useTestApp()
const mailServer = useTestMailServer()

const settings = (changes: Record<string, string> = {}) => ({
  DATA_DIR: t.dataDir,
  PUBLIC_URL: 'http://localhost:3000',
  ...(t.databaseUrl && { DATABASE_URL: t.databaseUrl }),
  ...changes,
})

describe('npm run doctor', () => {
  it('runs the checks beside a running server', async () => {
    const { text, hasProblem } = await doctor([], settings())
    expect(text).toMatch(/^ok +Migrations +Up to date\.$/m)
    expect(text).toMatch(/^WARNING +Mail server +Emails are written to files/m)
    expect(text).toMatch(/\d problems?, \d+ warnings?\.$/)
    expect(hasProblem).toBe(/^PROBLEM/m.test(text))
  })

  it('names a setting that would stop the start, and needs no database for it', async () => {
    const { text, hasProblem } = await doctor([], settings({ PORT: 'many' }))
    expect(text).toMatch(/^PROBLEM +Settings +PORT must be a whole number from 0 to 65535\.$/m)
    expect(hasProblem).toBe(true)
  })

  it('lists every setting that is wrong, and a misspelled one', async () => {
    const { text } = await doctor([], settings({ PORT: 'many', LOG_LEVEL: 'loud', TRUSTPROXY: '1' }))
    expect(text).toMatch(/^PROBLEM +Settings +PORT must be .* LOG_LEVEL must be/m)
    expect(text).toMatch(/^WARNING +Names of settings +TRUSTPROXY is not a setting: did you mean TRUST_PROXY\?$/m)
  })

  it('says that there is no data yet instead of creating it, and looks at the rest', async () => {
    const DATA_DIR = join(t.dataDir, 'new')
    const { text, hasProblem } = await doctor([], { DATA_DIR, SMTP_URL: mailServer.url })
    expect(text).toMatch(/^PROBLEM +Connection +No data found in .*new\. Run npm start first/m)
    expect(text).toMatch(/^ok +Mail server/m)
    expect(text).toMatch(/^(ok|WARNING) +Public address/m)
    expect([hasProblem, existsSync(DATA_DIR)]).toEqual([true, false])
  })

  it('tells a file in the way of the data folder from a missing one', async () => {
    const file = join(t.dataDir, 'in-the-way')
    writeFileSync(file, '')
    const { text } = await doctor([], { DATA_DIR: file })
    expect(text).toMatch(/^PROBLEM +Connection +A file is where .* should be\. Correct DATA_DIR\.$/m)
  })

  const isRoot = process.getuid?.() === 0
  it.skipIf(!isRoot)('refuses to open another user’s embedded database as root (root only)', async () => {
    const DATA_DIR = join(t.dataDir, 'of-nobody')
    mkdirSync(join(DATA_DIR, 'database'), { recursive: true })
    for (const path of [DATA_DIR, join(DATA_DIR, 'database')]) chownSync(path, 65_534, 65_534)
    const { text } = await doctor([], { DATA_DIR, SMTP_URL: mailServer.url })
    expect(text).toMatch(/^PROBLEM +Connection +.* belongs to nobody, .* Run this as nobody: sudo -u nobody /m)
    expect(text).toMatch(/^ok +Mail server/m)
    expect(readdirSync(DATA_DIR)).toEqual(['database'])
    expect(readdirSync(join(DATA_DIR, 'database'))).toEqual([])
    await expect(runBackupCommand('backup', [], { DATA_DIR })).rejects.toThrow(/Run this as nobody/)
    // Uploads and backups of root could not be opened either, wherever the database is.
    const DATABASE_URL = 'postgres://127.0.0.1:1/none'
    for (const [command, ...args] of [['backup'], ['restore', 'x.tar'], ['verify-backup', 'x.tar']] as const)
      await expect(runBackupCommand(command, args, { DATA_DIR, DATABASE_URL })).rejects.toThrow(/Run this as nobody/)
  })

  it('makes a failed check of an embedded database that does not start', async () => {
    const DATA_DIR = join(t.dataDir, 'broken')
    mkdirSync(join(DATA_DIR, 'database'), { recursive: true })
    writeFileSync(join(DATA_DIR, 'database/PG_VERSION'), 'none')
    const { text } = await doctor([], { DATA_DIR, SMTP_URL: mailServer.url })
    expect(text).toMatch(/^PROBLEM +Connection +The embedded database did not start: /m)
    expect(text).toMatch(/^ok +Mail server/m)
  })

  it('finds a PostgreSQL server that does not answer, and looks at the rest', async () => {
    const DATABASE_URL = 'postgres://me:a-secret@127.0.0.1:1/learn'
    const { text, hasProblem } = await doctor([], settings({ DATABASE_URL, SMTP_URL: mailServer.url }))
    expect(text).toMatch(/^PROBLEM +Connection +Nothing listens at the address in DATABASE_URL/m)
    expect(text).toMatch(/^ok +Mail server/m)
    expect(text).not.toMatch(/could not be carried out/)
    expect([hasProblem, text.includes('a-secret')]).toEqual([true, false])
  })

  it('has the warnings of a start, and creates no key for them', async () => {
    const own = await createTestDatabase()
    const { db } = own.database
    const user = await createFactories(db).user()
    const secret = Buffer.from('encrypted with another key')
    await db.insert(totpSecrets).values({ userId: user.id, secret, confirmedAt: new Date() })
    await own.database.close()
    const { text } = await doctor([], {
      ...{ DATA_DIR: own.dataDir, PAYMENTS: 'off', SMTP_URL: mailServer.url },
      ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
    })
    expect(text).toMatch(/^WARNING +Payments +Prices are shown but not charged/m)
    expect(text).toMatch(/^WARNING +Secret key +Codes of authenticator apps are refused/m)
    expect(existsSync(join(own.dataDir, 'secret.key'))).toBe(false)
    await own.drop()
  })

  it('sends a test email on request', async () => {
    const sent = await doctor(['--send-mail', 'me@mail.example'], settings({ SMTP_URL: mailServer.url }))
    expect(sent.text).toMatch(/^ok +Test email +The mail server accepted it for me@mail\.example\.$/m)
    expect(mailServer.getAcceptedFor('me@mail.example')).toHaveLength(1)
    mailServer.verdict = (step) => (step === 'RCPT TO' ? 550 : null)
    const refused = await doctor(['--send-mail', 'me@mail.example'], settings({ SMTP_URL: mailServer.url }))
    mailServer.verdict = () => null
    expect(refused.text).toMatch(/^PROBLEM +Test email +It was not accepted: /m)
    await doctor(['--send-mail', 'me@mail.example'], settings())
    const [file = ''] = readdirSync(join(t.dataDir, 'outbox')).filter((name) => name.startsWith('doctor-'))
    expect(readFileSync(join(t.dataDir, 'outbox', file), 'utf8')).toContain('To: me@mail.example')
  })

  it.each([[['--send-mail']], [['--send-mail', 'nobody']], [['--help']], [['--send-mail', 'a@b.c', 'd@e.f']]])(
    'explains itself for %j',
    async (args) => {
      await expect(doctor(args, settings())).rejects.toThrow(new CommandError(DOCTOR_USAGE))
    },
  )
})

it('says so when everything works', () => {
  const check: SystemCheck = { code: 'x', area: 'disk', status: 'ok', title: 'Disk space', text: '5 GB free.' }
  expect(formatChecks([check])).toBe('ok       Disk space  5 GB free.\n\nEverything works.')
})
