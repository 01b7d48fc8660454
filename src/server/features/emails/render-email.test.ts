import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import {
  certificates,
  conversations,
  emailChanges,
  MAIL_KINDS,
  resetCodes,
  submissions,
  users,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { addOrder, addRefund } from '#server/testing/commerce/order-factories.ts'
import { DEVICE_HASH } from '#server/testing/test-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'
import type { RenderedEmail } from '#server/platform/mail/delivery.ts'
import type { QueuedMail } from '#server/platform/mail/queue-mail.ts'
import { renderEmail } from './render-email.ts'

const SITE = 'https://learn.example.org'

const TEST_SITE = { siteUrl: SITE, payments: { seller: ['Lantern Academy'], instructions: 'Pay to account 17.' } }

const t = useTestApp()

const queued = (
  kind: QueuedMail['kind'],
  toEmail: string,
  userId: number | null,
  changes: Partial<QueuedMail> = {},
): QueuedMail => ({
  id: 1,
  kind,
  toEmail,
  userId,
  createdAt: new Date('2026-11-21T09:30:00Z'),
  tries: 1,
  detail: '',
  deviceHash: DEVICE_HASH,
  orderId: null,
  refundId: null,
  certificateId: null,
  submissionId: null,
  ageMinutes: 0,
  ...changes,
})

const KINDS_WITHOUT_USER: readonly QueuedMail['kind'][] = ['reset-code', 'login-failures', 'account-deleted']

const ORDER_KINDS: readonly QueuedMail['kind'][] = [
  'order-instructions',
  'payment-failed',
  'receipt',
  'refund',
  'refund-dismissed',
  'order-trouble',
]

/** What the email is about. */
async function addOrderFor(kind: QueuedMail['kind'], userId: number) {
  const isPaid = kind === 'receipt' || kind === 'refund'
  const paid = { status: 'paid', paidAt: new Date(), provider: 'stripe' } as const
  const order = await addOrder(t.db, { userId, course: await t.make.course(), ...(isPaid && paid) })
  const refund = { orderId: order.id, amountCents: 6_000, requestedBy: '', status: 'succeeded' } as const
  return { orderId: order.id, refundId: kind === 'refund' ? (await addRefund(t.db, refund)).id : null }
}

async function addSubject(kind: QueuedMail['kind'], userId: number): Promise<Partial<QueuedMail>> {
  if (kind === 'certificate') return addCertificateFor(userId)
  if (kind === 'assignment-graded') return addGradedWork(userId)
  return ORDER_KINDS.includes(kind) ? addOrderFor(kind, userId) : {}
}

async function addCertificateFor(userId: number): Promise<Partial<QueuedMail>> {
  const [row] = await t.db
    .insert(certificates)
    .values({
      ...{ userId, kind: 'course', name: 'Ada Lovelace', title: 'Sorting', finishedAt: new Date() },
      design: certificateDesign.parse({}),
    })
    .returning()
  return { certificateId: row?.id ?? null }
}

/** Queued as the handlers do. The recipient has proven the address unless a test says otherwise. */
async function renderFor(
  kind: QueuedMail['kind'],
  firstName: string,
  emailVerifiedAt: Date | null = new Date(),
): Promise<RenderedEmail> {
  const user = await t.make.user({ firstName, emailVerifiedAt })
  if (kind === 'confirm-email' || kind === 'verify-email') await requestEmailChange(user.id, user.email)
  if (kind === 'unread-messages') await addUnreadMessage(user.id)
  const userId = KINDS_WITHOUT_USER.includes(kind) ? null : user.id
  const changes = await addSubject(kind, user.id)
  const email = await renderEmail(t.db, queued(kind, user.email, userId, changes), TEST_SITE)
  if (!email) throw new Error('The email was skipped')
  return email
}

async function addGradedWork(userId: number) {
  const lessonId = at((await t.make.course()).lessons).id
  const [work] = await t.db.insert(submissions).values({ userId, lessonId, status: 'returned' }).returning()
  return { submissionId: work?.id ?? null }
}

async function addUnreadMessage(studentId: number): Promise<void> {
  await t.db.insert(conversations).values({ studentId, lastMessageId: 1, unreadByStudent: 1 })
}

async function requestEmailChange(userId: number, newEmail: string): Promise<void> {
  await t.db.insert(emailChanges).values({ userId, newEmail, expiresAt: new Date(Date.now() + 3_600_000) })
}

const findUrls = (text: string) => [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([address]) => address)

test.each(MAIL_KINDS)('renders the %s email with the same content in HTML and plain text', async (kind) => {
  const { subject, html, text } = await renderFor(kind, 'Ada')
  expect(subject).toMatch(/^[\w -]{10,60}$/)
  expect(text).toContain('Learn Lantern')
  expect(text).toContain(kind === 'account-deleted' ? 'Hello,' : 'Hello Ada,')
  expect(html).toContain('<html dir="ltr" lang="en">')
  const visibleText = html.replace(/<(style|title)>[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ')
  // Each word of the plain text occurs in the HTML in the same order.
  const words = text.replaceAll(/https?:\S+/g, ' ').match(/\w+/g) ?? []
  let position = 0
  for (const word of words) {
    position = visibleText.indexOf(word, position)
    expect([word, position >= 0]).toEqual([word, true])
  }
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'))
  expect(new Set(findUrls(text))).toEqual(new Set(links))
})

test.each(MAIL_KINDS)('renders the %s email without external content or links to other sites', async (kind) => {
  const { html, text } = await renderFor(kind, 'Ada')
  expect(html).not.toMatch(/<(img|script|link|iframe|form|video|object|svg)\b|\ssrc=|url\(|@import|\son\w+=/i)
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(new URL(href ?? '').origin).toBe(SITE)
  for (const address of findUrls(text)) expect(new URL(address).origin).toBe(SITE)
})

test.each(MAIL_KINDS)("escapes the recipient's name in the %s email", async (kind) => {
  const name = '<b>x</b><img src=x onerror=alert(1)>&amp;"\'</style><script>alert(2)</script>'
  const { html, text, subject } = await renderFor(kind, name)
  expect(html).not.toMatch(/<b>x|<img|<script|<\/style><script/)
  if (kind !== 'account-deleted') expect(text).toContain(`Hello ${name},`)
  expect(subject).not.toContain('x</b>')
})

test.each(MAIL_KINDS)(
  'leaves the name out of the %s email to an address that its user has not proven',
  async (kind) => {
    const { html, text } = await renderFor(kind, 'Win a prize', null)
    expect(text).toContain('Hello,')
    expect(html + text).not.toContain('prize')
  },
)

test.each(['password-changed', 'email-changed'] as const)(
  'says in the %s email whether the session that made the change has ended, too',
  async (kind) => {
    const { id, email } = await t.make.user()
    const render = (detail: string) => renderEmail(t.db, queued(kind, email, id, { detail }), TEST_SITE)
    expect((await render(''))?.text).toContain('You were logged out on all other devices.')
    expect((await render('everywhere'))?.text).toContain('You were logged out on all devices.')
  },
)

test('gives the reason for a test email', async () => {
  const { text } = await renderFor('test', 'Ada')
  expect(text).toContain('because you sent a test email from the System page')
  expect(text).not.toContain('security')
})

test('leaves the name out of a confirmation to a new address', async () => {
  const user = await t.make.user({ firstName: 'Win a prize', emailVerifiedAt: new Date() })
  await requestEmailChange(user.id, 'victim@mail.example')
  const email = await renderEmail(t.db, queued('confirm-email', 'victim@mail.example', user.id), TEST_SITE)
  expect(`${email?.html} ${email?.text}`).not.toContain('prize')
})

test('sends a six-digit code that works for ten minutes', async () => {
  const user = await t.make.user()
  const { html, text } = (await renderEmail(t.db, queued('reset-code', user.email, null), TEST_SITE)) ?? {
    html: '',
    text: '',
  }
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? 'none'
  expect(html).toContain(`>${code}<`)
  expect((await t.call('verifyCode', { email: user.email, code })).status).toBe(200)
  const [stored] = await t.db
    .select({
      minutes: sql<number>`extract(epoch from ${resetCodes.expiresAt} - now())::float8 / 60`,
      codeHash: resetCodes.codeHash,
    })
    .from(resetCodes)
    .where(eq(resetCodes.email, user.email))
  expect(stored?.minutes).toBeCloseTo(10, 0)
  expect(stored?.codeHash).toMatch(/^\$argon2id\$/)
})

test('replaces the previous code when a new one is created', async () => {
  const user = await t.make.user()
  const codes: string[] = []
  for (let tries = 1; tries <= 2; tries += 1) {
    const email = await renderEmail(t.db, queued('reset-code', user.email, null, { tries }), TEST_SITE)
    codes.push(/\b\d{6}\b/.exec(email?.text ?? '')?.[0] ?? 'none')
  }
  const answers = await Promise.all(codes.map((code) => t.call('verifyCode', { email: user.email, code })))
  expect(answers.map(({ status }) => status)).toEqual(codes[0] === codes[1] ? [200, 200] : [400, 200])
})

test('creates a code for an unknown email but sends nothing, and deletes it once expired', async () => {
  expect(await renderEmail(t.db, queued('reset-code', 'nobody@mail.example', null), TEST_SITE)).toBeNull()
  const left = () => t.db.$count(resetCodes, eq(resetCodes.email, 'nobody@mail.example'))
  expect(await left()).toBe(1)
  await t.db
    .update(resetCodes)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(resetCodes.email, 'nobody@mail.example'))
  await renderEmail(t.db, queued('reset-code', 'another@mail.example', null), TEST_SITE)
  expect(await left()).toBe(0)
})

test('skips a reset code that was requested 30 minutes ago', async () => {
  const user = await t.make.user()
  expect(await renderEmail(t.db, queued('reset-code', user.email, null, { ageMinutes: 31 }), TEST_SITE)).toBeNull()
  expect(await t.db.$count(resetCodes, eq(resetCodes.email, user.email))).toBe(0)
})

test('sends a link that confirms the address and stores only its hash', async () => {
  const user = await t.make.user()
  await requestEmailChange(user.id, 'moved@mail.example')
  const email = await renderEmail(t.db, queued('confirm-email', 'moved@mail.example', user.id), TEST_SITE)
  const link = new URL(findUrls(email?.text ?? '')[0] ?? '')
  expect(link.href.startsWith(`${SITE}/confirmemail?token=`)).toBe(true)
  const token = link.searchParams.get('token') ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  const [stored] = await t.db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))
  expect(stored?.tokenHash?.equals(hashTokenToBytes(token))).toBe(true)
  expect((await t.call('confirmEmail', { token })).status).toBe(200)
})

test('skips the confirmation when the change was canceled, replaced or has expired', async () => {
  const user = await t.make.user()
  const render = (to: string) => renderEmail(t.db, queued('confirm-email', to, user.id), TEST_SITE)
  expect(await render('given-up@mail.example')).toBeNull()
  await requestEmailChange(user.id, 'second@mail.example')
  expect(await render('first@mail.example')).toBeNull()
  await t.db
    .update(emailChanges)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(emailChanges.userId, user.id))
  expect(await render('second@mail.example')).toBeNull()
})

test('skips the welcome email when the account was deleted', async () => {
  expect(await renderEmail(t.db, queued('welcome', 'left@mail.example', null), TEST_SITE)).toBeNull()
})

test('skips an admin’s email about unread messages when only an admin’s own conversation has some', async () => {
  const [admin, promoted] = [await t.make.user({ role: 'admin' }), await t.make.user({ role: 'admin' })]
  await t.db.update(conversations).set({ unreadByAdmins: 0 })
  await t.db.insert(conversations).values({ studentId: promoted.id, lastMessageId: 1, unreadByAdmins: 1 })
  const render = () => renderEmail(t.db, queued('unread-messages', admin.email, admin.id), TEST_SITE)
  expect(await render()).toBeNull()
  await t.db.update(users).set({ role: 'student' }).where(eq(users.id, promoted.id))
  expect((await render())?.text).toContain('A student wrote in the chat')
})

test('states the time of the event', async () => {
  for (const kind of ['password-changed', 'email-changed', 'google-linked', 'account-deleted'] as const) {
    expect((await renderFor(kind, 'Ada')).text).toContain('21 November 2026 at 09:30 UTC')
  }
})

test('stays below the size at which Gmail clips an email', async () => {
  for (const kind of MAIL_KINDS) {
    const { html } = await renderFor(kind, 'Ä'.repeat(80))
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
  }
})

test('says which certificate was earned, unless it is no longer valid', async () => {
  const { text } = await renderFor('certificate', 'Ada')
  expect(text).toContain('Sorting')
  expect(text).toMatch(/https:\/\/learn\.example\.org\/certificates\/[0-9a-f-]{36}/)
  const user = await t.make.user()
  const { certificateId } = await addCertificateFor(user.id)
  await t.db
    .update(certificates)
    .set({ revokedAt: new Date() })
    .where(eq(certificates.id, certificateId ?? ''))
  const mail = queued('certificate', user.email, user.id, { certificateId: certificateId ?? null })
  expect(await renderEmail(t.db, mail, TEST_SITE)).toBeNull()
})
