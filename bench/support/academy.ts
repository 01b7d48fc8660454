import { join } from 'node:path'
import { type Client, Pool } from 'pg'
import { Analytics } from '../../src/server/features/analytics/analytics.ts'
import { connect, type Database } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { seedBenchData, type SignedInStudent, signIn, type Size } from './generate.ts'
import { seedConversations } from './seed-conversations.ts'

export interface Academy {
  /** Of its database. */
  name: string
  database: Database
  students: SignedInStudent[]
  courseIds: number[]
  lastPostId: number
  /** With what is counted in the background. */
  analytics: Analytics
}

export const SIGNED_IN = 100

export function requireServerUrl(): string {
  const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL
  if (!url) throw new Error('Say where PostgreSQL is: BENCH_DATABASE_URL')
  return url
}

/** In a database of its own. */
export async function createAcademy(
  admin: Client,
  size: Size,
  seedMore: (pool: Pool) => Promise<void> = async () => {},
): Promise<Academy> {
  const [courses, users] = [size.courses, size.students].map((count) => count.toLocaleString('en-US'))
  console.log(`Making ${courses} courses and ${users} students …`)
  const name = `lantern_bench_${size.courses}_${size.students}`
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name}`)
  const ownUrl = new URL(requireServerUrl())
  ownUrl.pathname = `/${name}`
  const database = await connect({ databaseUrl: ownUrl.href, dataDir: '' })
  await migrate(database, join(PROJECT_ROOT, 'migrations'))
  // Creating it takes longer than the product's statement timeout.
  const pool = new Pool({ connectionString: ownUrl.href, max: 1 })
  await seedBenchData(pool, size)
  await seedConversations(pool)
  await seedMore(pool)
  const students = await signIn(pool, SIGNED_IN)
  const { rows } = await pool.query<{ id: string }>('select id from courses order by id desc limit 500')
  const { rows: posts } = await pool.query<{ id: string }>('select max(id) as id from blogs')
  await pool.end()
  const analytics = new Analytics(database.db)
  await analytics.reloadSlow()
  return {
    name,
    database,
    students,
    courseIds: rows.map(({ id }) => Number(id)),
    lastPostId: Number(posts[0]?.id),
    analytics,
  }
}

export async function dropAcademy(admin: Client, { name, database }: Academy): Promise<void> {
  await database.close()
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
}
