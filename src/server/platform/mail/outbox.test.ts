import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { mails } from '#server/platform/db/schema.ts'
import { getOutboxFolder, waitForMailTo } from '#server/testing/outbox.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createOutboxDelivery } from './delivery.ts'

const t = useTestApp({ MAIL_FROM: 'Lernlaterne Zürich <hello@learn.example.org>' })

const signUp = (email: string) =>
  t.send('signup', {
    first_name: 'Ada',
    last_name: 'L',
    email,
    password: 'eleven green bottles',
    birthdate: '1990-01-01',
  })

test('without a mail server a mail is a file that a mail program opens', async () => {
  expect((await signUp('ada@mail.example')).status).toBe(200)
  const mail = await waitForMailTo(t, 'ada@mail.example', 'Welcome to Learn Lantern')
  expect(mail.from).toMatchObject({ name: 'Lernlaterne Zürich', address: 'hello@learn.example.org' })
  expect(mail.to).toMatchObject([{ name: '', address: 'ada@mail.example' }])
  expect(mail.messageId).toMatch(/^<[\w-]+-welcome@learn\.example\.org>$/)
  expect(mail.text).toContain('Hello Ada,')
  expect(mail.html).toContain('Hello Ada,')
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(mail.attachments).toEqual([])
  await vi.waitFor(async () => expect(await t.db.$count(mails)).toBe(0))
})

test("only the server's own user may read them, and none is half-written", async () => {
  await signUp('grace@mail.example')
  await waitForMailTo(t, 'grace@mail.example', 'Welcome to Learn Lantern')
  const folder = getOutboxFolder(t)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder)) {
    expect(name).toMatch(/^[\w-]+\.eml$/)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
})

test('lines end as mail programs want them', async () => {
  await signUp('emmy@mail.example')
  await waitForMailTo(t, 'emmy@mail.example', 'Welcome to Learn Lantern')
  for (const name of readdirSync(getOutboxFolder(t))) {
    const text = readFileSync(join(getOutboxFolder(t), name), 'latin1')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  }
})

test('a mail that cannot be written counts as not sent', async () => {
  const file = join(t.dataDir, 'no-folder')
  writeFileSync(file, '')
  const deliver = createOutboxDelivery(join(file, 'outbox'), 'a@mail.example')
  const message = { id: 'x', to: 'b@mail.example', subject: 's', html: '<p>h</p>', text: 't' }
  await expect(deliver(message, new AbortController().signal)).rejects.toThrow('ENOTDIR')
})
