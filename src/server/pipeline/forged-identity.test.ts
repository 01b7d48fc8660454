import { inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'
import { mails } from '#server/platform/db/schema.ts'
import { createChallengeCookie } from '#server/testing/calls/challenge-cookies.ts'
import { createInput, type Input } from '#server/testing/calls/call-inputs.ts'
import { hashRowsOfOthers, LISTED_TABLES, readOwnRows } from '#server/testing/calls/person-rows.ts'
import { createOwnerRecords } from '#server/testing/calls/owner-records.ts'
import { createOwner, PRIVATE_TEXT } from '#server/testing/calls/owner.ts'
import { sendCall } from '#server/testing/calls/send-call.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

/** Fields that may name the actor. */
const ACTING_IDS = ['student_id', 'user_id', 'admin_id', 'sender_id']
/** Whoever has the password, the link or the mailbox may, signed in or not. */
const BY_KNOWLEDGE: CallName[] = ['login', 'signup', 'forgotPass', 'confirmEmail']
const GUARDED_CALLS = CALL_NAMES.filter((name) => getCall(name).method !== 'GET' && !BY_KNOWLEDGE.includes(name))
const ADMIN_CALLS = GUARDED_CALLS.filter((name) => getCall(name).access === 'admin')
const STUDENT_CALLS = GUARDED_CALLS.filter((name) => !ADMIN_CALLS.includes(name))
/** By the user's stored role, which the access level does not say. */
const FOR_ADMINS: CallName[] = ['setViewAsStudent']
const CALLS_WITH_ACTOR = GUARDED_CALLS.filter((name) => getCall(name).actor !== undefined)

const t = useTestApp({ PAYMENTS: 'test' })
let me: SignedInUser
let victim: SignedInUser
let admin: SignedInUser
// Shared, because no test may change them.
beforeAll(async () => {
  ;[victim, admin] = [await createOwner(t), await t.make.signedIn({ role: 'admin' })]
  await t.db.execute(sql`insert into site default values`)
})

const createInputOf = (name: CallName, owner: SignedInUser) => createInput(name, createOwnerRecords(t, owner))

/** From another browser than the one that the victim's codes work in. */
const sendAsMe = (name: CallName, input: Input) => sendCall(t.app, name, input, `device=another; ${me.cookie}`)

/** The newest ones, which the victim's input is about. */
async function joinCoursesOfVictim(): Promise<void> {
  const courses = sql`select course_id from enrollments where user_id = ${victim.id} order by id desc limit 2`
  await t.db.execute(sql`insert into enrollments (user_id, course_id) select ${me.id}, course_id from (${courses}) c`)
  await t.db.execute(
    sql`insert into entitlements (user_id, course_id, source) select ${me.id}, course_id, 'free' from (${courses}) c`,
  )
}

/** A mail with a link changes its user's row when it is sent. */
const waitForLinks = () =>
  eventually(async () => {
    const withLink = inArray(mails.kind, ['confirm-email', 'verify-email'])
    expect(await t.db.$count(mails, withLink)).toBe(0)
  })

/** What a student of the course may change for all. */
const SHARED: Partial<Record<CallName, string>> = { addReview: 'courses', reportLessonProblem: 'lessons' }

const withoutActor = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([field]) => !ACTING_IDS.includes(field)))

/** The victim's input as it is, without the acting ids, and with each of them forged in turn. */
function forge(name: CallName, input: Input): Input[] {
  const { input: schema } = contract[name]
  const declared = ACTING_IDS.filter((field) => schema.def.type === 'object' && field in schema.def.shape)
  const undeclared = ACTING_IDS.filter((field) => !declared.includes(field))
  const ids = [victim.id, String(victim.id), admin.id]
  return [
    input,
    withoutActor(input),
    ...ids.map((id) => ({ ...withoutActor(input), ...Object.fromEntries(undeclared.map((field) => [field, id])) })),
    ...declared.flatMap((field) => ids.map((id) => ({ ...input, [field]: id }))),
  ]
}

test('knows for each table whose its rows are', async () => {
  const { rows } = await t.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  expect(LISTED_TABLES.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('sees that a row of another user changes', async () => {
  const before = await hashRowsOfOthers(t, admin.id)
  const { note_id } = await createInputOf('updateNote', victim)
  const withNote = await hashRowsOfOthers(t, admin.id)
  expect(withNote).not.toEqual(before)
  expect((await sendCall(t.app, 'updateNote', { note_id, text: 'x' }, victim.cookie)).status).toBe(200)
  expect(await hashRowsOfOthers(t, admin.id)).not.toEqual(withNote)
})

test.each(CALLS_WITH_ACTOR)('%s returns 403 when the body names another user as the actor', async (name) => {
  const { actor = '', access } = getCall(name)
  const [sender, other] =
    access === 'admin' ? [admin, await t.make.signedIn({ role: 'admin' })] : [await createOwner(t), victim]
  const input = await createInputOf(name, sender)
  for (const forged of [other.id, String(other.id), victim.id, 999_999_999]) {
    const answer = await sendCall(t.app, name, { ...input, [actor]: forged }, sender.cookie)
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
  }
  expect((await sendCall(t.app, name, { ...input, [actor]: sender.id }, sender.cookie)).status).toBe(200)
})

/** What only the server decides. The picture comes first, because a form is sent with three of them. */
const createClaims = () => ({
  image_url: 'forged.webp',
  role: 'admin',
  status_user: true,
  email: admin.email,
  first_name: 'Forged',
  last_name: 'Forged',
  course_title: 'Forged',
  title: 'Forged',
  lessons: 1,
  progress: 100,
  enrolled: true,
  joined_at: '2001-01-01T00:00:00.000Z',
  course_joined: 99,
})

describe('calls for admins', () => {
  const inputs = new Map<CallName, Input>()
  let before: unknown
  beforeAll(async () => {
    me = await createOwner(t)
    for (const name of ADMIN_CALLS) inputs.set(name, await createInputOf(name, victim))
    await waitForLinks()
    before = await hashRowsOfOthers(t, me.id)
  })

  test.each(ADMIN_CALLS)('%s returns 403 to a student, whatever ids and role the body contains', async (name) => {
    const input = inputs.get(name) ?? {}
    for (const forged of [...forge(name, input), { ...createClaims(), ...input }]) {
      const { status, body } = await sendAsMe(name, forged)
      expect([status, body.code]).toEqual([403, 'not_allowed'])
    }
  })

  test('have changed nothing of other users', async () => {
    expect(await hashRowsOfOthers(t, me.id)).toEqual(before)
  })
})

describe.each(STUDENT_CALLS)('%s', (name) => {
  beforeEach(async () => void (me = await createOwner(t)))

  test('changes and returns nothing of other users, whatever ids the body contains', async () => {
    const input = await createInputOf(name, victim)
    await joinCoursesOfVictim()
    await waitForLinks()
    const readOthers = async () => (await hashRowsOfOthers(t, me.id)).filter(({ table }) => table !== SHARED[name])
    const before = await readOthers()
    for (const forged of forge(name, input)) {
      const { body } = await sendAsMe(name, forged)
      // The handler is reached. deleteAccount refuses the victim's email itself.
      if (name !== 'deleteAccount') expect(body.code).not.toBe('invalid_input')
      const answer = JSON.stringify(body)
      for (const secret of [victim.email, admin.email, PRIVATE_TEXT]) expect(answer).not.toContain(secret)
    }
    expect(await readOthers()).toEqual(before)
  })

  test('ignores a name, role, picture or count in the body', async () => {
    const records = createOwnerRecords(t, me)
    const input = await createInput(name, records)
    const challenge = await createChallengeCookie(name, records)
    // What the input has itself, the call is meant to change.
    const answer = await sendCall(t.app, name, { ...createClaims(), ...input }, `${me.cookie}; ${challenge ?? ''}`)
    expect([answer.status, answer.body.code]).toEqual(
      FOR_ADMINS.includes(name) ? [403, 'not_allowed'] : [200, undefined],
    )
    const rows = await readOwnRows(t, me.id)
    expect(rows).not.toMatch(/forged|2001-01-01|,99\)/i)
    expect(rows).not.toContain(admin.email)
    expect(rows).not.toMatch(/^users .*,admin,/m)
    const log = await t.db.execute(sql`select message, email from system_log where student_id = ${me.id}`)
    expect(JSON.stringify(log.rows)).not.toMatch(new RegExp(`Forged|${admin.email}`))
  })
})
