import { Client } from 'pg'
import { type Academy, createAcademy, dropAcademy, requireServerUrl, SIGNED_IN } from './support/academy.ts'
import { COURSES_PER_STUDENT } from './support/generate.ts'
import { FULL_LIST, growthCalls } from './support/growth-calls.ts'
import { median, table, writeResults } from './support/table.ts'

const SIZES = [100, 10_000, 100_000]
/** A call runs until it reaches one of these limits. */
const CALLS_PER_MEASUREMENT = 150
const MAX_MEASURE_MS = 8_000
/** Enough rounds for every student's rows to be in memory at any size. */
const WARM_UP = SIGNED_IN
const GOAL = 1.5

const admin = new Client({ connectionString: requireServerUrl() })
await admin.connect()
const academies: Academy[] = []
try {
  for (const size of SIZES)
    academies.push(await createAcademy(admin, { courses: size, students: size, posts: Math.min(size, 2_000) }))
  const calls = growthCalls()
  const costs: number[][] = []
  for (const call of calls) costs.push(await measureCosts(call.run))
  const head = ['call, its answer made anew', ...SIZES.map((size) => `${size.toLocaleString('en-US')} courses, ms`)]
  const rows = calls.map(({ name }, place) => {
    const [small = 0, ...larger] = costs[place] ?? []
    const worst = Math.max(...larger.map((ms) => ms / small))
    const [goal, isMet] = name === FULL_LIST ? ['grows with its answer', null] : [`≤ ${GOAL}`, worst <= GOAL]
    return [name, small, ...larger, worst, goal, isMet]
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
  for (const academy of academies) await dropAcademy(admin, academy)
  await admin.end()
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
