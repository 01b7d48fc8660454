import { asc } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, reviews, users } from '#server/platform/db/schema.ts'
import type { DemoBuyer, DemoEnrollment, DemoSale } from './plan-orders.ts'
import { DEMO_LOGINS, type SeededStudent } from './seed-students.ts'

/** Who may have bought what, and who is enrolled, the oldest enrollment first. */
export async function findCustomers(tx: Tx, students: readonly SeededStudent[]) {
  const buyers = await findBuyers(tx, students)
  const sales = await findSales(tx)
  return { buyers, sales, enrolled: await findEnrollments(tx, buyers, sales) }
}

async function findBuyers(tx: Tx, students: readonly SeededStudent[]): Promise<DemoBuyer[]> {
  const rows = await tx.select().from(users).orderBy(asc(users.id))
  return rows.flatMap(({ id, firstName, lastName, email, joinedAt }) => {
    const student = students.find((one) => one.id === id)
    return student
      ? [{ userId: id, name: `${firstName} ${lastName}`, email, joinedAt, isLogin: student.index < DEMO_LOGINS }]
      : []
  })
}

const findSales = (tx: Tx): Promise<DemoSale[]> =>
  tx
    .select({
      courseId: courses.id,
      title: courses.title,
      listCents: courses.priceCents,
      dueCents: courses.dueCents,
      createdAt: courses.createdAt,
    })
    .from(courses)
    .orderBy(asc(courses.id))

async function findEnrollments(
  tx: Tx,
  buyers: readonly DemoBuyer[],
  sales: readonly DemoSale[],
): Promise<DemoEnrollment[]> {
  const reviewed = await tx.select({ userId: reviews.userId, courseId: reviews.courseId }).from(reviews)
  const rows = await tx.select().from(enrollments).orderBy(asc(enrollments.createdAt), asc(enrollments.id))
  return rows.flatMap(({ userId, courseId, createdAt }) => {
    const buyer = buyers.find((one) => one.userId === userId)
    const course = sales.find((one) => one.courseId === courseId)
    const hasReview = reviewed.some((one) => one.userId === userId && one.courseId === courseId)
    return buyer && course ? [{ buyer, course, enrolledAt: createdAt, hasReview }] : []
  })
}
