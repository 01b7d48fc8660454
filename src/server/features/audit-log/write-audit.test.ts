import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCleanup } from '#server/cleanup-jobs.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { auditLog, users } from '#server/platform/db/schema.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { at } from '#server/testing/at.ts'
import { getOutboxFolder } from '#server/testing/mail/outbox.ts'
import { createTestDatabase } from '#server/testing/test-db.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { getChangedFields } from './changed-fields.ts'
import { COMMAND_LINE, writeAudit } from './write-audit.ts'

const t = useTestApp()
const ADMIN = { student_id: 7, first_name: 'Ada', last_name: 'Okoro', email: 'ada@mail.example' }
const ENTRY = { actor: ADMIN, action: 'course.change', subject: { kind: 'course', id: 3, name: 'Lamps' } } as const

beforeEach(() =>
  t.db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_log disable trigger user`)
    await tx.delete(auditLog)
    for (const name of ['audit_log_append_only', 'audit_log_keep_all'])
      await tx.execute(sql`alter table audit_log enable always trigger ${sql.identifier(name)}`)
  }),
)

test('stores who, what, from where, and the changed fields only', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const from = { ip: '2001:db8::7', userAgent, requestId: 'req-9' }
  await writeAudit(t.db, { ...ENTRY, from, before: { title: 'Lamp', price: 3 }, after: { title: 'Lamps', price: 3 } })
  await writeAudit(t.db, { ...ENTRY, actor: COMMAND_LINE, subject: { kind: 'site', name: 'x'.repeat(299) + '🏮' } })
  expect(await t.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
    {
      ...{ actorId: 7, actorName: 'Ada Okoro', actorEmail: 'ada@mail.example', action: 'course.change' },
      ...{ subjectKind: 'course', subjectId: '3', subjectName: 'Lamps', createdAt: expect.any(Date) },
      ...{ before: { title: 'Lamp' }, after: { title: 'Lamps' } },
      ...{ ip: '2001:db8::7', device: 'Firefox on Linux', requestId: 'req-9' },
    },
    { actorId: null, actorName: 'Command line', subjectId: '', subjectName: 'x'.repeat(299), ip: '', requestId: '' },
  ])
})

test('is rolled back with the change that it reports', async () => {
  await t.db
    .transaction(async (tx) => {
      await writeAudit(tx, ENTRY)
      throw new Error('refused')
    })
    .catch(() => null)
  expect(await t.db.$count(auditLog)).toBe(0)
})

test('keeps the names of a user who is deleted', async () => {
  const user = await t.make.user()
  await writeAudit(t.db, { ...ENTRY, subject: { kind: 'user', id: user.id, name: 'Mara Ilves' } })
  await t.db.delete(users)
  expect(at(await t.db.select().from(auditLog))).toMatchObject({
    subjectId: String(user.id),
    subjectName: 'Mara Ilves',
  })
})

describe('append-only', () => {
  const refusal = { cause: expect.objectContaining({ message: expect.stringContaining('append-only') }) }
  const insertAged = (days: number) =>
    t.db.insert(auditLog).values({
      ...{ actorName: 'Ada', action: 'course.add', subjectKind: 'course' },
      createdAt: sql`now() - make_interval(days => ${days})`,
    })

  test('refuses UPDATE, TRUNCATE and the DELETE of a young entry', async () => {
    await insertAged(364)
    await expect(t.db.update(auditLog).set({ actorName: 'Nobody' })).rejects.toMatchObject(refusal)
    await expect(t.db.delete(auditLog)).rejects.toMatchObject(refusal)
    await expect(t.db.execute(sql`truncate audit_log`)).rejects.toMatchObject(refusal)
    await expect(t.db.execute(sql`truncate audit_log cascade`)).rejects.toMatchObject(refusal)
    await expect(
      t.db.execute(sql`insert into audit_log (id, actor_name, action, subject_kind) overriding system value
        select id, 'x', 'x', 'x' from audit_log on conflict (id) do update set actor_name = 'x'`),
    ).rejects.toMatchObject(refusal)
    expect(await t.db.select({ name: auditLog.actorName }).from(auditLog)).toEqual([{ name: 'Ada' }])
  })

  test('a migrated database has its triggers always on', async () => {
    const own = await createTestDatabase()
    const { rows } = await own.database.pool.query(
      `select tgname as name, tgenabled as state from pg_trigger where tgrelid = 'audit_log'::regclass order by 1`,
    )
    await own.drop()
    expect(rows).toEqual([
      { name: 'audit_log_append_only', state: 'A' },
      { name: 'audit_log_keep_all', state: 'A' },
    ])
  })

  test('refuses them also where plain triggers are off', async () => {
    await insertAged(364)
    const asReplica = (statement: SQL) =>
      t.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(statement)
      })
    for (const statement of [
      sql`update audit_log set actor_name = 'Nobody'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(asReplica(statement)).rejects.toMatchObject(refusal)
    expect(await t.db.$count(auditLog)).toBe(1)
  })

  test('lets the cleanup delete entries that are older than the setting, which is at least a year', async () => {
    for (const days of [1, 364, 366, 731]) await insertAged(days)
    const files = new FolderStore(getUploadsFolder(t.dataDir))
    const deps = { db: t.db, pictures: new Pictures(files), files, outboxFolder: getOutboxFolder(t) }
    await runCleanup(deps)
    expect(await t.db.$count(auditLog)).toBe(3)
    await runCleanup({ ...deps, auditLogDays: 365 })
    expect(await t.db.$count(auditLog)).toBe(2)
    await expect(runCleanup({ ...deps, auditLogDays: 100 })).rejects.toMatchObject(refusal)
  })
})

describe('getChangedFields', () => {
  test('compares nested values, and leaves out what is equal or derived', () => {
    const before = { tabs: ['a', 'b'], details: { pitch: 'x' }, version: 1, price: 1, until: null }
    const after = { tabs: ['a', 'b'], details: { pitch: 'y' }, version: 2, price: 1, until: new Date(0) }
    expect(getChangedFields(before, after)).toEqual({
      before: { details: { pitch: 'x' } },
      after: { details: { pitch: 'y' }, until: '1970-01-01T00:00:00.000Z' },
    })
  })

  test('of an object it stores what differs, each value cut by itself', () => {
    const lesson = { title: 'One', content: 'a'.repeat(600), place: 0 }
    expect(getChangedFields({ lesson }, { lesson: { ...lesson, place: 1 } })).toEqual({
      before: { lesson: { place: 0 } },
      after: { lesson: { place: 1 } },
    })
    const added = getChangedFields({}, { lesson }).after.lesson as typeof lesson
    expect([added.title, added.content, added.place]).toEqual(['One', `${'a'.repeat(500)}…`, 0])
  })

  test('keeps a list of ids whole', () => {
    const ids = Array.from({ length: 200 }, (_, n) => 100_000 + n)
    expect(getChangedFields({}, { ids }).after).toEqual({ ids })
  })

  test('stores no secret, at any depth', () => {
    const after = { passwordHash: '$argon2id$x', user: { tokenHash: 'abc', name: 'Ada' }, resetToken: 'abc' }
    const changed = getChangedFields({ passwordHash: '$argon2id$y' }, after)
    expect(changed).toEqual({
      before: { passwordHash: '(secret)' },
      after: { passwordHash: '(secret)', user: { name: 'Ada' }, resetToken: '(secret)' },
    })
  })

  test('cuts a long value around its first difference, and never inside a character', () => {
    const long = `${'a'.repeat(2_000)}${'🏮'.repeat(400)}`
    const { before, after } = getChangedFields({ content: long }, { content: `${long.slice(0, 2_001)}x` })
    expect([String(before.content).length, String(after.content).length]).toEqual([501, 501])
    expect(String(after.content)).toMatch(/^…a+.x$/u)
    for (const start of [0, 1, 2, 3])
      expect(() =>
        encodeURIComponent(String(getChangedFields({}, { a: 'b'.repeat(start) + long }).after.a)),
      ).not.toThrow()
  })

  test('stores at most 50 fields, and says how many more have changed', () => {
    const after = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`field ${n}`, n]))
    expect(Object.keys(getChangedFields({}, after).after)).toHaveLength(51)
    expect(getChangedFields({}, after).after['fields left out']).toBe(30)
  })
})
