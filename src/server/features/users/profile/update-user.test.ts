import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { emailChanges, resetCodes, users } from '#server/platform/db/schema.ts'
import type { Factories } from '#server/testing/factories.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { requestResetCode, getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'

const t = useTestApp()

let made = 0
const newEmail = () => `moved${++made}@mail.example`

async function createOwner(values: Parameters<Factories['signedIn']>[0] = {}) {
  const user = await t.make.signedIn({ birthdate: '1980-05-05', gender: 'Male', ...values })
  const form = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: user.email,
    birthdate: '1990-12-10',
    gender: 'Female',
  }
  const update = (changes: object = {}, cookie = user.cookie) => t.send('updateUser', { ...form, ...changes }, cookie)
  const row = async () => at(await t.db.select().from(users).where(eq(users.id, user.id)))
  return { ...user, update, row }
}

describe('invalid requests', () => {
  test('returns 401 when a visitor asks', async () => {
    expect(
      (
        await t.send('updateUser', {
          first_name: 'A',
          last_name: 'B',
          email: 'a@mail.example',
          birthdate: null,
          gender: null,
        })
      ).status,
    ).toBe(401)
  })

  test.each([
    ['a link', { first_name: 'Win at evil.com' }],
    ['a bidi control', { last_name: 'x\u202ey' }],
    ['staff', { first_name: 'Learn Lantern', last_name: 'Admin' }],
  ])('returns 400 for a name with %s, and saves nothing', async (_name, changes) => {
    const me = await createOwner()
    const answer = await me.update(changes)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect((await me.row()).firstName).toBe(me.firstName)
  })

  test('returns 404 when the account is deleted meanwhile', async () => {
    const me = await createOwner()
    changeMeanwhile(t.database, 'from "sessions"', `DELETE FROM users WHERE id = ${me.id}`)
    const answer = await me.update()
    expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found'])
  })

  test('accepts a staff name from an admin', async () => {
    const admin = await createOwner({ role: 'admin' })
    expect((await admin.update({ first_name: 'Learn', last_name: 'Lantern' })).status).toBe(200)
  })

  test('returns 403 when the body names another user, even from an admin', async () => {
    const [me, admin, other] = [await createOwner(), await createOwner({ role: 'admin' }), await createOwner()]
    const before = await other.row()
    for (const { update } of [me, admin]) {
      for (const student_id of [other.id, String(other.id)]) {
        const answer = await update({ student_id })
        expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
      }
    }
    expect(await other.row()).toEqual(before)
    expect((await me.row()).firstName).toBe(me.firstName)
  })

  test.each([
    ['first_name', [undefined, '', '   ', null, 7, ['Ada'], 'n'.repeat(81), 'a\nb', 'a\u0000b', '\ud800']],
    ['last_name', [undefined, '', '   ', null, 7, ['Ada'], 'n'.repeat(81), 'a\tb', 'a\u0000b', '\ud800']],
    [
      'email',
      [
        undefined,
        '',
        null,
        7,
        ['a@mail.example'],
        'ada',
        'a@b',
        '"a b"@mail.example',
        `${'a'.repeat(250)}@mail.example`,
      ],
    ],
    [
      'birthdate',
      [
        undefined,
        '',
        7,
        '2024-02-31',
        '2001-02-29',
        '31.12.1990',
        '1990-1-1',
        '1899-12-31',
        '2999-01-01',
        '1990-12-10T00:00:00Z',
      ],
    ],
    ['gender', [undefined, '', 'male', 'Other', 7, ['Male']]],
    ['student_id', [0, -1, 'x', [1]]],
  ])('returns 400 and saves nothing when %s is invalid', async (field, values) => {
    const me = await createOwner()
    const before = await me.row()
    for (const value of values) {
      const answer = await me.update({ [field]: value })
      expect([value, answer.status, answer.body.code]).toEqual([value, 400, 'invalid_input'])
    }
    expect(await me.row()).toEqual(before)
  })
})

describe('the profile', () => {
  test('saves trimmed values and returns them at once', async () => {
    const me = await createOwner()
    await t.call('session', {}, me.cookie)
    const answer = await me.update({ student_id: String(me.id), first_name: '  Ada ' })
    expect([answer.status, answer.body]).toEqual([200, { status: true, msg: 'Your profile was saved' }])
    expect(await me.row()).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthdate: '1990-12-10',
      gender: 'Female',
    })
    expect((await t.call('session', {}, me.cookie)).body.msg).toMatchObject({
      userData: [{ first_name: 'Ada', birthdate: '1990-12-10' }],
    })
    expect(await t.findLogMessages(me.id)).toEqual(['Changed the profile'])
  })

  test('accepts names at their limit and an empty birthdate and gender', async () => {
    const me = await createOwner()
    const longest = 'n'.repeat(80)
    expect((await me.update({ first_name: longest, last_name: longest, birthdate: null, gender: null })).status).toBe(
      200,
    )
    expect(await me.row()).toMatchObject({ firstName: longest, lastName: longest, birthdate: null, gender: null })
  })

  test('stays without a last name where none is set, and keeps one that is', async () => {
    const me = await createOwner({ lastName: '' })
    expect((await me.update({ last_name: '', birthdate: '1991-12-10' })).status).toBe(200)
    expect(await me.row()).toMatchObject({ firstName: 'Ada', lastName: '', birthdate: '1991-12-10' })
    expect((await me.update({ last_name: 'Lovelace' })).status).toBe(200)
    const { status, body } = await me.update({ last_name: '' })
    expect([status, body.msg]).toEqual([400, 'Last name is required'])
    expect(await me.row()).toMatchObject({ lastName: 'Lovelace' })
  })

  test('stores a name that looks like code as text', async () => {
    const me = await createOwner()
    await me.update({ first_name: '<img src=x onerror=alert(1)>', last_name: "'; drop table users; --" })
    expect(await me.row()).toMatchObject({
      firstName: '<img src=x onerror=alert(1)>',
      lastName: "'; drop table users; --",
    })
  })

  test('shows a new name on earlier reviews, including cached responses', async () => {
    const me = await createOwner({ firstName: 'Before' })
    const course = await t.make.course()
    await t.make.review(me.id, course.id)
    const authors = async () =>
      (
        (await t.call('getReviews', { page: 1, course_id: course.id }, me.cookie)).body.msg as { first_name: string }[]
      ).map(({ first_name }) => first_name)
    expect(await authors()).toEqual(['Before'])
    await me.update({ first_name: 'After' })
    expect(await authors()).toEqual(['After'])
  })

  test('ignores picture, role, id and dates in the body', async () => {
    const me = await createOwner({ imageUrl: 'mine.webp' })
    const before = await me.row()
    const claims = {
      image_url: 'forged.webp',
      isImageChange: true,
      role: 'admin',
      status_user: true,
      joined_at: '2001-01-01T00:00:00.000Z',
      course_joined: 99,
      password: 'a password of theirs',
      passwordHash: 'x',
      emailVerifiedAt: '2001-01-01',
      id: 1,
    }
    expect((await me.update(claims)).status).toBe(200)
    const { firstName: _first, lastName: _last, birthdate: _birth, gender: _gender, ...rest } = before
    expect(await me.row()).toMatchObject(rest)
  })

  test('does not ask for a recent login while the email stays the same', async () => {
    const me = await createOwner()
    const answer = await me.update(
      { email: ` ${me.email.toUpperCase()} `, first_name: 'Later' },
      await t.make.cookie(me.id, '10 minutes 1 second'),
    )
    expect(answer.body).toEqual({ status: true, msg: 'Your profile was saved' })
    expect(await me.row()).toMatchObject({ firstName: 'Later', email: me.email })
    expect(await getSentMails(t, me.email)).toEqual([])
  })
})

describe('a new email without a mail server', () => {
  test('asks for a login within ten minutes and otherwise saves nothing', async () => {
    const me = await createOwner()
    const answer = await me.update({ email: newEmail() }, await t.make.cookie(me.id, '10 minutes 1 second'))
    expect([answer.status, answer.body]).toEqual([
      403,
      { status: false, code: 'stale_login', msg: 'Log in again to change your email' },
    ])
    expect(await me.row()).toMatchObject({ email: me.email, firstName: me.firstName })
  })

  test('takes effect at once', async () => {
    const me = await createOwner({ password: PASSWORD, emailVerifiedAt: new Date() })
    const email = newEmail()
    expect((await me.update({ email: ` ${email.toUpperCase()}` })).status).toBe(200)
    expect(await me.row()).toMatchObject({ email, emailVerifiedAt: null, firstName: 'Ada' })
    expect((await t.call('session', {}, me.cookie)).body.msg).toMatchObject({ userData: [{ email }] })
    expect((await t.call('login', { email: me.email, password: PASSWORD })).status).toBe(401)
    expect((await t.call('login', { email, password: PASSWORD })).status).toBe(200)
    expect(await t.db.select().from(emailChanges)).toEqual([])
  })

  test('ends all other sessions at once and keeps the current one', async () => {
    const me = await createOwner()
    const elsewhere = await t.make.cookie(me.id)
    expect([await t.isLoggedIn(me.cookie), await t.isLoggedIn(elsewhere)]).toEqual([true, true])
    await me.update({ email: newEmail() })
    expect([await t.isLoggedIn(me.cookie), await t.isLoggedIn(elsewhere)]).toEqual([true, false])
  })

  test('notifies the old address and writes a log entry', async () => {
    const me = await createOwner()
    const email = newEmail()
    await me.update({ email })
    const mail = at(await getSentMails(t, me.email))
    expect(mail.subject).toBe('Your email was changed')
    // The old mailbox may belong to someone else.
    expect(`${mail.text} ${mail.html}`).not.toContain(email)
    expect(await getSentMails(t, email)).toEqual([])
    expect(await t.findLogMessages(me.id)).toEqual(['Changed the email', 'Changed the profile'])
  })

  test('returns 409 and saves nothing when the email is registered', async () => {
    const [me, other] = [await createOwner(), await createOwner()]
    const answer = await me.update({ email: other.email.toUpperCase() })
    expect([answer.status, answer.body]).toEqual([
      409,
      { status: false, code: 'email_taken', msg: 'This email is already registered' },
    ])
    expect(await me.row()).toMatchObject({ email: me.email, firstName: me.firstName })
    expect(await getSentMails(t, me.email)).toEqual([])
  })

  test('assigns the email to one of several users who request it in parallel', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => createOwner()))
    const email = newEmail()
    const answers = await Promise.all(owners.map(({ update }) => update({ email })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await t.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
  })

  test('deletes reset codes of the old and the new address', async () => {
    const me = await createOwner()
    const email = newEmail()
    const code = await requestResetCode(t, me.email)
    await t.call('forgotPass', { email })
    await getSentMails(t, email)
    await me.update({ email })
    expect(
      await t.db
        .select()
        .from(resetCodes)
        .where(inArray(resetCodes.email, [me.email, email])),
    ).toEqual([])
    for (const one of [me.email, email])
      expect((await t.call('resetPass', { email: one, code, password: PASSWORD })).status).toBe(400)
  })

  test('frees the old address for others', async () => {
    const me = await createOwner()
    await me.update({ email: newEmail() })
    const form = { first_name: 'New', last_name: 'Comer', email: me.email, password: PASSWORD, birthdate: '2000-01-01' }
    expect((await t.call('signup', form)).status).toBe(200)
  })

  test('works for an admin', async () => {
    const admin = await createOwner({ role: 'admin' })
    const email = newEmail()
    expect((await admin.update({ email })).status).toBe(200)
    expect(await admin.row()).toMatchObject({ email, role: 'admin' })
  })
})
