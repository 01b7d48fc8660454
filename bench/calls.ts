import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { completeCourse } from '../src/server/features/enrollments/complete-course.ts'
import { saveLessonPosition } from '../src/server/features/enrollments/save-lesson-position.ts'
import { PROJECT_ROOT } from '../src/server/platform/project-root.ts'
import { accessRows, checkoutRows, readRows, searchRow } from './support/call-rows.ts'
import { startFloor, startLoader } from './support/children.ts'
import { createReplay } from './support/replay-statements.ts'
import { seedBenchData, PASSWORD, type SignedInStudent, signIn, signInAdmin } from './support/generate.ts'
import { compareWithDatabase, compareWithFloor, type Bench, HEAD, measureLatency } from './support/measure.ts'
import { findChildPid, getMemoryMb } from './support/process-stats.ts'
import { startProduct } from './support/product.ts'
import { SCRIPTS_HEAD, getScriptRows } from './support/screen-scripts.ts'
import { type Cell, writeResults, table } from './support/table.ts'
import { toRequest } from './support/requests.ts'

const SIZE = { courses: 1_000, students: 2_000, posts: 200 }
const SIGNED_IN_STUDENTS = 200
const START_MS = 2_000
/** After it V8 has given back what only starting needed. */
const REST_MS = 60_000
const MEMORY_MB = { fresh: 120, loaded: 200, database: 230 }

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    /** Limits the run to calls whose name contains this; RESULTS.md is then not written. */
    only: { type: 'string', default: '' },
    /** Prints the tables instead of writing them to RESULTS.md. */
    print: { type: 'boolean', default: false },
  },
})
const isSelected = (call: string) => call.toLowerCase().includes(options.only.toLowerCase())

const folder = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const [dataDir, copyDir] = [join(folder, 'data'), join(folder, 'copy')]

const { students, adminCookie } = await prepareData()
const product = await startProduct(dataDir)
const database = findChildPid(product.pid)
const memory = () => ({
  server: getMemoryMb(product.pid),
  database: database === undefined ? null : getMemoryMb(database),
})
const atStart = memory()
if (options.only === '') await sleep(REST_MS)
const fresh = memory()
const bench: Bench = {
  runs: Number(options.runs),
  seconds: Number(options.seconds),
  product,
  floor: await startFloor(),
  loader: startLoader(),
}

const rows: Cell[][] = []
try {
  for (const row of readRows(students, adminCookie)) await add(row.call, () => compareWithFloor(bench, row))
  const search = searchRow()
  await add(search.call, () => measureLatency(bench, search))
  await add('other calls during POST /login, 4 at a time', measureDuringLogins)
  for (const row of [...accessRows(students), ...checkoutRows(students)])
    await add(row.call, () => measureLatency(bench, row))
  await addWriteRows()
  const loaded = memory()
  const text = [
    table(HEAD, rows),
    'The floor is Fastify 5 alone answering a GET with as many constant bytes, in its own process, by turns with the product; medians of the runs at 50 connections. The CPU ratio compares the processor time that each process takes for a request: where the load generator is what limits both, it is the truer figure.',
    table(
      ['process', 'at the start, MB', 'a minute later', 'after load', 'goal', 'met'],
      [
        [
          'server',
          atStart.server,
          fresh.server,
          loaded.server,
          `≤ ${MEMORY_MB.fresh}, ≤ ${MEMORY_MB.loaded}`,
          fresh.server <= MEMORY_MB.fresh && loaded.server <= MEMORY_MB.loaded,
        ],
        [
          'embedded database',
          atStart.database,
          fresh.database,
          loaded.database,
          `≤ ${MEMORY_MB.database}`,
          (loaded.database ?? 0) <= MEMORY_MB.database,
        ],
      ],
    ),
    `Start with data present, until the first ready answer: ${(product.startMs / 1000).toFixed(2)} s (goal ≤ ${START_MS / 1000} s, ${product.startMs <= START_MS ? 'met' : 'not met'}).`,
    table(SCRIPTS_HEAD, getScriptRows()),
  ].join('\n\n')
  if (options.only !== '') console.log(table(HEAD, rows))
  else if (options.print) console.log(text)
  else writeResults('Calls', text)
} finally {
  bench.loader.stop()
  bench.floor.stop()
  await product.stop()
}

async function add(call: string, measure: () => Promise<Cell[]>): Promise<void> {
  if (!isSelected(call)) return
  console.log(`${call} …`)
  rows.push(await measure())
}

/** Creates the data, and a copy of it for measuring the database alone. */
async function prepareData(): Promise<{ students: SignedInStudent[]; adminCookie: string }> {
  console.log('Making the data …')
  const database = await connect({ dataDir })
  try {
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    await seedBenchData(database.pool, SIZE)
    const signedIn = {
      students: await signIn(database.pool, SIGNED_IN_STUDENTS),
      adminCookie: await signInAdmin(database.pool),
    }
    await database.pool.query('checkpoint')
    return signedIn
  } finally {
    await database.close()
    cpSync(dataDir, copyDir, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })
  }
}

/** Password hashing must stay off the event loop, so this measures how long other calls wait during logins. */
async function measureDuringLogins(): Promise<Cell[]> {
  const logins = startLoader()
  const seconds = bench.seconds * bench.runs + 1
  const requests = students.map(({ email }) => toRequest('login', { email, password: PASSWORD }))
  const running = logins.run({ url: product.url, connections: 4, seconds, requests, spread: true })
  const call = 'other calls during POST /login, 4 at a time'
  const others = [{ path: '/api/getMaintenace' }, toRequest('getCourses', { page: 1 })]
  const row = await measureLatency(bench, { call, requests: () => others, connections: 10, rate: 300, goalMs: 20 })
  const { perSecond, failed } = await running
  logins.stop()
  return [`${call} (${perSecond.toFixed(0)} a second${failed > 0 ? `, ${failed} failed` : ''})`, ...row.slice(1)]
}

async function addWriteRows(): Promise<void> {
  const names = { complete: 'PUT /completeCourse', position: 'PUT /saveLessonPosition' }
  if (!Object.values(names).some(isSelected)) return
  const copy = await connect({ dataDir: copyDir })
  const getLesson = ({ courses: [course] }: SignedInStudent) => {
    const lesson = course?.lessons[5]
    if (!course || lesson === undefined) throw new Error('A student has no course')
    return { course_id: course.id, id: lesson }
  }
  try {
    const completions = [true, false].flatMap((value) =>
      students.map((student) => ({ student, input: { ...getLesson(student), value } })),
    )
    await add(names.complete, async () =>
      compareWithDatabase(bench, {
        call: names.complete,
        requests: completions.map(({ student, input }) => toRequest('completeCourse', input, student.cookie)),
        runBaseline: await createReplay(copy, completeCourse, completions),
        goal: 0.7,
      }),
    )
    const places = students.map((student, place) => ({
      student,
      input: { id: getLesson(student).id, position: place },
    }))
    await add(names.position, async () =>
      compareWithDatabase(bench, {
        call: names.position,
        requests: places.map(({ student, input }) => toRequest('saveLessonPosition', input, student.cookie)),
        runBaseline: await createReplay(copy, saveLessonPosition, places),
        goal: 0.7,
      }),
    )
  } finally {
    await copy.close()
  }
}
