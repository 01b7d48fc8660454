import { sql } from 'drizzle-orm'
import type { Env } from '#server/env.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { systemLog, users } from '#server/platform/db/schema.ts'
import { DEMO_PASSWORD } from '#server/platform/passwords/demo-password.ts'
import { hashPassword } from '#server/platform/passwords/passwords.ts'
import { copyDemoFiles } from './copy-demo-files.ts'
import { demoCourses } from './content/courses-content.ts'
import { seedLearning } from './learning/seed-learning.ts'
import { hasDemo, isDemoOn } from './has-demo.ts'
import { seedCourse, seedPrerequisites } from './seed-course.ts'
import { seedLog } from './seed-log.ts'
import { seedOrders } from './seed-orders.ts'
import { seedPosts } from './seed-posts.ts'
import { DEMO_LOGINS, seedStudents } from './seed-students.ts'
import { demoStudents } from './content/students-content.ts'

export interface SeededDemo {
  /** The students that have a password. */
  students: { email: string }[]
  password: string
  /** True when this start created the data. */
  isNew: boolean
}

/** Fills an empty database with demo data. Null when it is turned off or the database has other users. */
export async function seedDemo(database: Database, env: Env): Promise<SeededDemo | null> {
  if (!isDemoOn(database, env)) return null
  const demoInfo = { students: demoStudents.slice(0, DEMO_LOGINS), password: DEMO_PASSWORD, isNew: false }
  const [existingUser] = await database.db.select({ id: users.id }).from(users).limit(1)
  if (existingUser) return (await hasDemo(database, env)) ? demoInfo : null
  const files = copyDemoFiles(getUploadsFolder(env.dataDir))
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await database.db.transaction(async (tx) => {
    const students = await seedStudents(tx, passwordHash)
    const oldestFirst = [...demoCourses].sort((a, b) => b.ageDays - a.ageDays)
    for (const [place, course] of oldestFirst.entries()) await seedCourse(tx, course, place, students, files)
    await seedPrerequisites(tx, demoCourses)
    await seedPosts(tx, students)
    await seedOrders(tx, students, env)
    await seedLearning(tx, demoCourses, students.find(({ index }) => index === 0)?.id ?? 0)
    await tx.execute(sql`
      update users set course_joined = (
        select count(*) from enrollments where enrollments.user_id = users.id and access_until > '-infinity'
      )
    `)
    await seedLog(tx)
    await tx.insert(systemLog).values({ kind: 'site', message: 'Demo data created', email: env.adminEmail })
  })
  return { ...demoInfo, isNew: true }
}
