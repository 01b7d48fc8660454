import { type SQL, sql } from 'drizzle-orm'
import type { User } from '#contract/schemas/accounts/users.ts'
import { sessions, users } from './schema.ts'

/** Not `exists`: PostgreSQL would turn it into a hash of all sessions for one page of users. */
export const hasActiveSession = sql`coalesce((
  select true from ${sessions}
  where ${sessions.userId} = ${users.id} and ${sessions.idleUntil} > now() and ${sessions.expiresAt} > now()
  limit 1
), false)`

/** Without the password hash. */
export function getUserColumns(isActive: SQL = hasActiveSession) {
  return {
    id: users.id,
    email: users.email,
    firstName: users.firstName,
    lastName: users.lastName,
    imageUrl: users.imageUrl,
    role: users.role,
    isActive: sql<boolean>`${isActive}`,
    joinedAt: users.joinedAt,
    birthdate: users.birthdate,
    gender: users.gender,
    courseJoined: users.courseJoined,
  }
}

interface UserRow {
  id: number
  email: string
  firstName: string
  lastName: string
  imageUrl: string
  role: User['role']
  isActive: boolean
  joinedAt: Date
  birthdate: string | null
  gender: User['gender']
  courseJoined: number
}

export function toUser(row: UserRow): User {
  return {
    student_id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    image_url: row.imageUrl,
    role: row.role,
    status_user: row.isActive,
    joined_at: row.joinedAt.toISOString(),
    birthdate: row.birthdate,
    gender: row.gender,
    course_joined: row.courseJoined,
  }
}
