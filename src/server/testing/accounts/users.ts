import type { users } from '#server/platform/db/schema.ts'
import type { TestApp } from '#server/testing/test-app.ts'

export const TEST_PASSWORD = 'eleven green bottles'

export const createSignupInput = (email: string) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email,
  password: TEST_PASSWORD,
  birthdate: '1990-01-01',
})

export const signUp = (t: Pick<TestApp, 'send'>, email: string) => t.send('signup', createSignupInput(email))

/** Exactly the fields that the API returns about a user. */
export const toUserFields = (user: typeof users.$inferSelect, { isActive }: { isActive: boolean }) => ({
  student_id: user.id,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  image_url: user.imageUrl,
  role: user.role,
  status_user: isActive,
  joined_at: user.joinedAt.toISOString(),
  birthdate: user.birthdate,
  gender: user.gender,
  course_joined: user.courseJoined,
})
