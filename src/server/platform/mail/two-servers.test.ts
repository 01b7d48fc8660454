import { expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { connect } from '#server/platform/db/connect.ts'
import { mails } from '#server/platform/db/schema.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'

const smtp = useTestMailServer()
const t = useTestApp(() => ({ SMTP_URL: smtp.url }))

// The test's mail server takes 100 ms per connection, so both servers have work.
test.runIf(ON_SERVER)(
  `sends each of 200 emails once when two servers share a database${NEEDS_SERVER}`,
  { timeout: 60_000 },
  async () => {
    const emails = Array.from({ length: 200 }, (_, number) => `many-${number}@mail.example`)
    await t.db.insert(mails).values(emails.map((toEmail) => ({ kind: 'account-deleted' as const, toEmail })))
    const databases = await Promise.all([1, 2].map(() => connect({ databaseUrl: t.databaseUrl, dataDir: t.dataDir })))
    const apps = await Promise.all(databases.map((database) => buildApp({ env: t.env, database })))
    await Promise.all(apps.map((app) => app.ready()))
    await vi.waitFor(async () => expect(await t.db.$count(mails)).toBe(0), { timeout: 50_000, interval: 50 })
    const reached = smtp.accepted.flatMap(({ recipients }) => recipients)
    expect(reached.toSorted()).toEqual(emails.toSorted())
    await Promise.all(apps.map((app) => app.close()))
    await Promise.all(databases.map((database) => database.close()))
  },
)
