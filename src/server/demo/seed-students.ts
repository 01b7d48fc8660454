import type { Tx } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import { daysAgo } from './days-ago.ts'
import { demoStudents } from './content/students-content.ts'

/** The first students of the content have a password. */
export const DEMO_LOGINS = 3

export interface SeededStudent {
  id: number
  /** Index in the content: the first DEMO_LOGINS students have a password. */
  index: number
  joinedDaysAgo: number
}

export async function seedStudents(tx: Tx, passwordHash: string): Promise<SeededStudent[]> {
  const added = await tx
    .insert(users)
    .values(
      [...demoStudents]
        .sort((a, b) => b.joinedDaysAgo - a.joinedDaysAgo)
        .map((student) => ({
          email: student.email,
          firstName: student.firstName,
          lastName: student.lastName,
          gender: student.gender,
          birthdate: student.birthdate,
          joinedAt: daysAgo(student.joinedDaysAgo),
          passwordHash: demoStudents.indexOf(student) < DEMO_LOGINS ? passwordHash : null,
        })),
    )
    .returning({ id: users.id, email: users.email })
  return demoStudents.map(({ email, joinedDaysAgo }, index) => {
    const row = added.find((one) => one.email === email)
    if (!row) throw new Error(`The demo student ${email} was not added`)
    return { id: row.id, index, joinedDaysAgo }
  })
}
