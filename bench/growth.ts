import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '../src/server/platform/project-root.ts'
import { Analytics } from '../src/server/features/analytics/analytics.ts'
import { COURSES_PER_STUDENT, seedBenchData, signIn } from './support/generate.ts'
import { type Academy, growthCalls } from './support/growth-calls.ts'
import { seedConversations } from './support/seed-conversations.ts'
import { writeResults, median, table } from './support/table.ts'

const SIZES = [100, 10_000, 100_000]
const SIGNED_IN = 100
/** A call runs until it reaches one of these limits. */
const CALLS_PER_MEASUREMENT = 150
const MAX_MEASURE_MS = 8_000
/** Enough rounds for every student's rows to be in memory at any size. */
const WARM_UP = SIGNED_IN
const GOAL = 1.5

const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL
if (!url) throw new Error('Say where PostgreSQL is: BENCH_DATABASE_URL')

const admin = new Client({ connectionString: url })
await admin.connect()
const academies: Academy[] = []
try {
  for (const courses of SIZES) academies.push(await createAcademy(courses))
  const calls = growthCalls()
  const costs: number[][] = []
  for (const call of calls) costs.push(await measureCosts(call.run))
  const head = ['call, its answer made anew', ...SIZES.map((size) => `${size.toLocaleString('en-US')} courses, ms`)]
  const rows = calls.map(({ name, isBounded, maxMs }, place) => {
    const [small = 0, ...larger] = costs[place] ?? []
    const ratios = larger.map((ms) => ms / small)
    const worst = Math.max(...ratios)
    if (isBounded) return [name, small, ...larger, worst, `≤ ${GOAL}`, worst <= GOAL]
    const largest = larger.at(-1) ?? 0
    const goal = maxMs === undefined ? 'grows with the data' : `≤ ${maxMs} ms at most`
    return [name, small, ...larger, worst, goal, maxMs === undefined ? null : largest <= maxMs]
  })
  const largest = SIZES.at(-1) ?? 0
  writeResults(
    'Growth',
    [
      table([...head, 'worst ratio', 'goal', 'met'], rows),
      `On PostgreSQL, each student with ${COURSES_PER_STUDENT} courses, so ${(largest * COURSES_PER_STUDENT).toLocaleString('en-US')} enrollments at the largest; medians of ${CALLS_PER_MEASUREMENT} calls of the handler, one at a time, with other input from call to call.`,
    ].join('\n\n'),
  )
} finally {
  for (const { database, courses } of academies) {
    await database.close()
    await admin.query(`DROP DATABASE ${getDatabaseName(courses)} WITH (FORCE)`)
  }
  await admin.end()
}

function getDatabaseName(courses: number): string {
  return `lantern_bench_${courses}`
}

async function createAcademy(courses: number): Promise<Academy> {
  console.log(`Making ${courses.toLocaleString('en-US')} courses …`)
  await admin.query(`DROP DATABASE IF EXISTS ${getDatabaseName(courses)} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${getDatabaseName(courses)}`)
  const ownUrl = new URL(url ?? '')
  ownUrl.pathname = `/${getDatabaseName(courses)}`
  const database = await connect({ databaseUrl: ownUrl.href, dataDir: '' })
  await migrate(database, join(PROJECT_ROOT, 'migrations'))
  // Creating it takes longer than the product's statement timeout.
  const pool = new Pool({ connectionString: ownUrl.href, max: 1 })
  await seedBenchData(pool, { courses, students: courses, posts: Math.min(courses, 2_000) })
  await seedConversations(pool)
  const students = await signIn(pool, SIGNED_IN)
  const { rows } = await pool.query<{ id: string }>('select id from courses order by id desc limit 500')
  await pool.end()
  const analytics = new Analytics(database.db)
  await analytics.reloadSlow()
  return { courses, database, students, courseIds: rows.map(({ id }) => Number(id)), analytics }
}

/** Median milliseconds at each size, measured by turns, so that a slow moment of the machine affects every size. */
async function measureCosts(ask: (academy: Academy, turn: number) => Promise<unknown>): Promise<number[]> {
  for (const academy of academies) for (let turn = 0; turn < WARM_UP; turn++) await ask(academy, turn)
  const times: number[][] = academies.map(() => [])
  const until = performance.now() + MAX_MEASURE_MS
  for (let turn = 0; turn < CALLS_PER_MEASUREMENT && performance.now() < until; turn++) {
    for (const [place, academy] of academies.entries()) {
      const startedAt = performance.now()
      await ask(academy, turn)
      times[place]?.push(performance.now() - startedAt)
    }
  }
  return times.map(median)
}
