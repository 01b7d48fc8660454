import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { courses, enrollments, orderNumbers, users } from '#server/platform/db/schema.ts'

/**
 * Locks the courses, the student's enrollments in them, the student and the number of the year, in this order, and
 * returns the year. Orders are made one after another, so that their numbers have no gaps and nobody has two open orders
 * for a course. One statement: each part waits for the part that it counts.
 */
export async function lockSale(tx: Tx, userId: number, courseIds: readonly number[]): Promise<number> {
  // One parameter, so that the statement is the same for any number of courses.
  const isSold = sql`any(${sql.param(courseIds)}::bigint[])`
  const course = tx
    .$with('locked_courses')
    .as(
      tx
        .select({ id: courses.id })
        .from(courses)
        .where(eq(courses.id, isSold))
        .orderBy(asc(courses.id))
        .for('key share'),
    )
  const enrollment = tx.$with('locked_enrollments').as(
    tx
      .select({ id: enrollments.id })
      .from(enrollments)
      .where(
        and(
          eq(enrollments.userId, userId),
          eq(enrollments.courseId, isSold),
          sql`(select count(*) from ${course}) >= 0`,
        ),
      )
      .orderBy(asc(enrollments.id))
      .for('update'),
  )
  const student = tx.$with('locked_student').as(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), sql`(select count(*) from ${enrollment}) >= 0`))
      .for('key share'),
  )
  const year = sql<number>`extract(year from now() at time zone 'utc')::integer`
  const [locked] = await runPrepared(
    tx
      .with(course, enrollment, student)
      .insert(orderNumbers)
      .select((query) => query.select({ year: year.as('year'), last: sql<number>`0`.as('last') }).from(student))
      .onConflictDoUpdate({ target: orderNumbers.year, set: { last: sql`${orderNumbers.last}` } })
      .returning({ year: orderNumbers.year }),
  )
  if (!locked) throw new AppError('not_signed_in')
  return locked.year
}
