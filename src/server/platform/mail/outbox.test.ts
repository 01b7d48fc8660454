import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mails } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { getOutboxFolder, waitForMailTo } from '#server/testing/mail/outbox.ts'
import { signUp } from '#server/testing/accounts/users.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createOutboxDelivery } from './delivery.ts'

const t = useTestApp({ MAIL_FROM: 'Lernlaterne Zürich <hello@learn.example.org>' })

test('writes an .eml file when no mail server is set', async () => {
  expect((await signUp(t, 'ada@mail.example')).status).toBe(200)
  const mail = await waitForMailTo(t, 'ada@mail.example', 'Welcome to Learn Lantern')
  expect(mail.from).toMatchObject({ name: 'Lernlaterne Zürich', address: 'hello@learn.example.org' })
  expect(mail.to).toMatchObject([{ name: '', address: 'ada@mail.example' }])
  expect(mail.messageId).toMatch(/^<[\w-]+-welcome@learn\.example\.org>$/)
  expect(mail.text).toContain('Welcome to Learn Lantern')
  expect(mail.html).toContain('Welcome to Learn Lantern')
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(mail.attachments).toEqual([])
  await eventually(async () => expect(await t.db.$count(mails)).toBe(0))
})

test("writes complete files that only the server's user can read", async () => {
  await signUp(t, 'grace@mail.example')
  await waitForMailTo(t, 'grace@mail.example', 'Welcome to Learn Lantern')
  const folder = getOutboxFolder(t)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder)) {
    expect(name).toMatch(/^[\w-]+\.eml$/)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
})

test('uses CRLF line ends and short lines', async () => {
  await signUp(t, 'emmy@mail.example')
  await waitForMailTo(t, 'emmy@mail.example', 'Welcome to Learn Lantern')
  for (const name of readdirSync(getOutboxFolder(t))) {
    const text = readFileSync(join(getOutboxFolder(t), name), 'latin1')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  }
})

test('rejects when the file cannot be written', async () => {
  const file = join(t.dataDir, 'no-folder')
  writeFileSync(file, '')
  const deliver = createOutboxDelivery(join(file, 'outbox'), 'a@mail.example')
  const message = { id: 'x', to: 'b@mail.example', subject: 's', html: '<p>h</p>', text: 't' }
  await expect(deliver(message, new AbortController().signal)).rejects.toThrow('ENOTDIR')
})
