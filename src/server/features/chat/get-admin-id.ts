import { asc, eq } from 'drizzle-orm'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const getAdminId: Handler<'getAdminId'> = async ({ db }) => {
  const msg = await db
    .select({ student_id: users.id, first_name: users.firstName, last_name: users.lastName, image_url: users.imageUrl })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(asc(users.id))
    .limit(1)
  return { msg }
}
