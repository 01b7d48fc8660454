import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntitlementSource } from '#contract/choices.ts'
import { enrollments, entitlements } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { createEntitlementChanges } from '#server/testing/commerce/change-entitlements.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { ON_SERVER } from '#server/testing/test-db.ts'
import { checkAccess } from './check-access.ts'
import { lockAccess, updateAccess } from './update-access.ts'

const t = useTestApp()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const { suspend, restore, revoke, grant } = createEntitlementChanges(t)

async function readState(userId: number): Promise<{ open: boolean; joined: number }> {
  const { rows } = await t.db.execute<{ open: boolean; joined: number }>(sql`
    select access_until > now() as open, course_joined as joined
    from enrollments join users on users.id = user_id where user_id = ${userId}`)
  return at(rows)
}

interface Entry {
  source: EntitlementSource
  order: number | null
  begun: boolean
  /** Null for lifetime access. */
  ends: number | null
  revoked: boolean
}
type Step =
  | { kind: 'grant'; source: EntitlementSource; ends: number | null }
  | { kind: 'later' }
  | { kind: 'revoke' }
  | { kind: 'order'; order: number }
  | { kind: 'suspend'; order: number }
  | { kind: 'restore'; order: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('grant' as const),
      source: fc.constantFrom<EntitlementSource>('free', 'grant', 'import'),
      ends: fc.constantFrom(null, -60, 60, 120),
    }),
    fc.record({ kind: fc.constant('later' as const) }),
    fc.record({ kind: fc.constant('revoke' as const) }),
    fc.record({ kind: fc.constant('order' as const), order: fc.nat(1) }),
    fc.record({ kind: fc.constant('suspend' as const), order: fc.nat(1) }),
    fc.record({ kind: fc.constant('restore' as const), order: fc.nat(1) }),
  ),
  { minLength: 1, maxLength: 10 },
)

const isLive = ({ begun, ends, revoked }: Entry) => begun && !revoked && (ends === null || ends > 0)

/** A grant beside a live one of its kind that lasts as long adds nothing. */
function addGrant(entries: Entry[], { source, ends }: Extract<Step, { kind: 'grant' }>): void {
  const isNeedless = entries.some(
    (entry) =>
      isLive(entry) &&
      entry.order === null &&
      entry.source === source &&
      (entry.ends === null || (ends !== null && entry.ends > ends)),
  )
  if (!isNeedless) entries.push({ source, order: null, begun: true, ends, revoked: false })
}

const isEnded = ({ ends }: Entry) => ends !== null && ends <= 0

function applyToModel(entries: Entry[], step: Step): void {
  const ofOrder = (order: number) => entries.filter((entry) => entry.order === order)
  const add = (entry: Partial<Entry>) =>
    entries.push({ source: 'grant', order: null, begun: true, ends: null, revoked: false, ...entry })
  if (step.kind === 'grant') addGrant(entries, step)
  else if (step.kind === 'later') add({ begun: false })
  else if (step.kind === 'order') {
    if (ofOrder(step.order).length === 0) add({ order: step.order })
  } else if (step.kind === 'revoke') {
    for (const entry of entries.filter((one) => !isEnded(one))) Object.assign(entry, { ends: 0, revoked: true })
  } else if (step.kind === 'suspend') for (const entry of ofOrder(step.order)) entry.revoked = true
  // What an admin has revoked stays revoked.
  else for (const entry of ofOrder(step.order)) entry.revoked &&= isEnded(entry)
}

async function runStep(step: Step, own: { userId: number; courseId: number }, orders: { id: number }[]): Promise<void> {
  const { userId, courseId } = own
  if (step.kind === 'grant')
    await grant(userId, courseId, step.source, step.ends === null ? {} : { endsAt: inMinutes(step.ends) })
  else if (step.kind === 'revoke') await revoke(userId, courseId)
  else if (step.kind === 'order') await grant(userId, courseId, 'order', { orderId: at(orders, step.order).id })
  else if (step.kind === 'suspend') await suspend(at(orders, step.order).id)
  else if (step.kind === 'restore') await restore(at(orders, step.order).id)
  else
    await t.db.transaction(async (tx) => {
      await lockAccess(tx, userId, [courseId])
      await tx.insert(entitlements).values({ ...own, source: 'grant', startsAt: inMinutes(60) })
      await updateAccess(tx, userId, courseId)
    })
}

test('a student has access exactly while any entitlement is live, after any sequence of changes', async () => {
  const course = await t.make.course()
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const student = await t.make.signedIn()
      const own = { userId: student.id, courseId: course.id }
      await t.db.insert(enrollments).values({ ...own, accessUntil: '-infinity' })
      const orders = [await insertOrder(t.db, student.id, course.id), await insertOrder(t.db, student.id, course.id)]
      const entries: Entry[] = []
      for (const step of sequence) {
        await runStep(step, own, orders)
        applyToModel(entries, step)
        const isJoined = entries.some(({ begun, revoked }) => begun && !revoked)
        expect(await readState(student.id)).toEqual({ open: entries.some(isLive), joined: isJoined ? 1 : 0 })
      }
      const { body } = await t.call('getCourseData', { course_id: course.id }, student.cookie)
      const { enrolled, msg } = body.msg as { enrolled: boolean; msg: { course: { entitlement: string | null } } }
      const hasAccess = entries.some(isLive)
      expect([enrolled, msg.course.entitlement !== null]).toEqual([hasAccess, hasAccess])
      expect(await checkAccess(t.db)).toEqual([])
    }),
    // The embedded database takes much longer for each.
    { numRuns: ON_SERVER ? 40 : 8 },
  )
})
