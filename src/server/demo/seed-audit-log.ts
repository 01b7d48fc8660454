import { desc, eq, gt, isNotNull } from 'drizzle-orm'
import { type AuditEntry, writeAudit } from '#server/features/audit-log/write-audit.ts'
import { toAuditedCoupon } from '#server/features/coupons/save-coupon.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { blogs, coupons, courses, lessons, submissions, users } from '#server/platform/db/schema.ts'
import { daysAgo } from './days-ago.ts'

/** No admin of the site has done this, from no address. */
const ACTOR = 'Demo academy'
const GRADED = 3
const HOUR_MS = 3_600_000

type DemoEntry = Omit<AuditEntry, 'actor' | 'from'> & { at: Date }

/** What would have led to the demo content. */
export async function seedAuditLog(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const found = [
      ...(await findContent(tx)),
      ...(await findGradedWork(tx)),
      { at: daysAgo(3), action: 'export.csv', subject: { kind: 'export', name: 'users.csv' }, after: { filter: {} } },
    ] satisfies DemoEntry[]
    for (const entry of found.sort((one, other) => one.at.getTime() - other.at.getTime()))
      await writeAudit(tx, { ...entry, actor: ACTOR })
  })
}

async function findContent(tx: Tx): Promise<DemoEntry[]> {
  const [course] = await tx.select().from(courses).orderBy(desc(courses.createdAt)).limit(1)
  const [reduced] = await tx.select().from(courses).where(gt(courses.discount, 0)).orderBy(courses.id).limit(1)
  const [post] = await tx.select().from(blogs).orderBy(desc(blogs.createdAt)).limit(1)
  const [coupon] = await tx.select().from(coupons).orderBy(coupons.id).limit(1)
  const entries: DemoEntry[] = []
  if (course) {
    const { id, title, category, priceCents, createdAt } = course
    const after = { title, category, priceCents }
    entries.push({ at: createdAt, action: 'course.add', subject: { kind: 'course', id, name: title }, after })
  }
  if (reduced) {
    const { id, title, discount, createdAt } = reduced
    const subject = { kind: 'course', id, name: title } as const
    // Before the first order, which has the reduced price.
    const at = new Date(createdAt.getTime() + HOUR_MS)
    entries.push({ at, action: 'course.change', subject, before: { discount: 0 }, after: { discount } })
  }
  if (post) {
    const { id, title, subtitle, isPublic, createdAt } = post
    const after = { title, subtitle, isPublic }
    entries.push({ at: createdAt, action: 'post.add', subject: { kind: 'post', id, name: title }, after })
  }
  if (coupon) {
    const { id, code, createdAt } = coupon
    const after = toAuditedCoupon(coupon)
    entries.push({ at: createdAt, action: 'coupon.add', subject: { kind: 'coupon', id, name: code }, after })
  }
  return entries
}

async function findGradedWork(tx: Tx): Promise<DemoEntry[]> {
  const rows = await tx
    .select({ submission: submissions, title: lessons.title, first: users.firstName, last: users.lastName })
    .from(submissions)
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .where(isNotNull(submissions.gradedAt))
    .orderBy(desc(submissions.gradedAt))
    .limit(GRADED)
  return rows.map(({ submission: { id, userId, status, feedback, gradedAt }, title, first, last }) => ({
    at: gradedAt ?? daysAgo(1),
    action: status === 'accepted' ? 'assignment.accept' : 'assignment.return',
    subject: { kind: 'assignment', id, name: `${title}, ${first} ${last}`, userId },
    before: { status: 'waiting' },
    after: { status, feedback },
  }))
}
