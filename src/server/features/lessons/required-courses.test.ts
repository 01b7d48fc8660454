import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { courses, learningPaths, pathCourses, pathStudents, prerequisites, users } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { hasUnfinishedPrerequisite, selectRequiredCourses } from './required-courses.ts'

const t = useTestApp()

interface TestPath {
  courseIds: number[]
  /** Whether the student has joined it, and it is ordered, public and not deleted. */
  counts: boolean
}

interface Graph {
  courseIds: number[]
  paths: TestPath[]
  needs: { courseId: number; requiredCourseId: number; isBlocking: boolean }[]
}

async function addCourses(count: number): Promise<number[]> {
  const values = Array.from({ length: count }, () => ({ title: 'A course', category: 'Any', description: 'Text' }))
  const rows = await t.db.insert(courses).values(values).returning({ id: courses.id })
  return toIds(rows)
}

const NOT_JOINED = {}
const WITHOUT_ORDER = [{ isOrdered: false }, { isPublic: false }, { deletedAt: new Date() }, NOT_JOINED]

/** A student for each list of paths. */
async function addStudents(pathsOf: readonly (readonly TestPath[])[]): Promise<number[]> {
  const names = pathsOf.map(() => ({ email: `${randomUUID()}@mail.example`, firstName: 'Ada', lastName: 'Lovelace' }))
  const userIds = toIds(await t.db.insert(users).values(names).returning({ id: users.id }))
  const paths = pathsOf.flatMap((own, n) =>
    own.map((path, index) => ({ ...path, userId: userIds[n] ?? 0, kind: index % 4 })),
  )
  const ordered = { title: 'A path', goal: 'Know it', isOrdered: true, isPublic: true }
  const values = paths.map(({ counts, kind }) => ({ ...ordered, ...(counts ? {} : WITHOUT_ORDER[kind]) }))
  const ids = toIds(await t.db.insert(learningPaths).values(values).returning({ id: learningPaths.id }))
  const listed = paths.flatMap(({ courseIds }, n) =>
    // With the gaps of courses that were removed for good.
    courseIds.map((courseId, place) => ({ pathId: ids[n] ?? 0, courseId, place: 2 * place })),
  )
  await t.db.insert(pathCourses).values(listed)
  const joined = paths.flatMap(({ counts, kind, userId }, n) =>
    counts || WITHOUT_ORDER[kind] !== NOT_JOINED ? [{ pathId: ids[n] ?? 0, userId }] : [],
  )
  if (joined.length > 0) await t.db.insert(pathStudents).values(joined)
  return userIds
}

const toIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

function createGraph(courseIds: number[], seed: number): Graph {
  const random = seededRandom(seed)
  const paths = Array.from({ length: random.between(1, 5) }, () => ({
    courseIds: random.shuffle(courseIds).slice(0, random.between(2, courseIds.length)),
    counts: random.between(1, 6) > 1,
  }))
  const basicsFirst = random.shuffle(courseIds)
  const needs = basicsFirst.flatMap((requiredCourseId, index) =>
    basicsFirst
      .slice(index + 1)
      .filter(() => random.between(1, 7) === 1)
      .map((courseId) => ({ courseId, requiredCourseId, isBlocking: random.between(1, 4) > 1 })),
  )
  return { courseIds, paths, needs }
}

/** Whether `earlier` needs this course of the path, or one after it, by prerequisites and the other paths. */
function mustComeAfter({ paths, needs }: Graph, path: TestPath, courseId: number, earlier: number): boolean {
  const needed = new Set([earlier])
  // Goes on with what is added meanwhile.
  for (const id of needed) {
    for (const need of needs) if (need.isBlocking && need.courseId === id) needed.add(need.requiredCourseId)
    for (const other of paths) {
      if (other === path || !other.counts) continue
      for (const before of other.courseIds.slice(0, Math.max(other.courseIds.indexOf(id), 0))) needed.add(before)
    }
  }
  return path.courseIds.slice(path.courseIds.indexOf(courseId)).some((later) => needed.has(later))
}

/** The rule, one pair of courses after the other. */
function findRequired(graph: Graph, courseId: number) {
  const own = graph.needs.filter((need) => need.courseId === courseId)
  const required = new Map(own.map(({ requiredCourseId, isBlocking }) => [requiredCourseId, isBlocking]))
  let leftOut = 0
  for (const path of graph.paths.filter(({ counts, courseIds }) => counts && courseIds.includes(courseId))) {
    for (const earlier of path.courseIds.slice(0, path.courseIds.indexOf(courseId))) {
      if (mustComeAfter(graph, path, courseId, earlier)) leftOut++
      else required.set(earlier, true)
    }
  }
  return { required: [...required].sort(([a], [b]) => a - b), leftOut }
}

test('follow the rule in 300 random sets of paths and prerequisites that contradict each other', async () => {
  let leftOut = 0
  const allIds = await addCourses(300 * 8)
  const graphs = Array.from({ length: 300 }, (_, n) => createGraph(allIds.slice(n * 8, n * 8 + 4 + (n % 5)), n + 1))
  await t.db.insert(prerequisites).values(graphs.flatMap(({ needs }) => needs))
  const userIds = await addStudents(graphs.map(({ paths }) => paths))
  for (const [n, graph] of graphs.entries()) {
    const { rows } = await t.db.execute<{ id: number; required: [number, boolean][] }>(sql`
      select ${courses.id}::int as id, (
        select coalesce(json_agg(json_build_array(course_id, is_blocking) order by course_id), '[]')
        from ${selectRequiredCourses(userIds[n] ?? 0, courses.id)} required) as required
      from ${courses} where ${inArray(courses.id, graph.courseIds)} order by ${courses.id}`)
    const expected = graph.courseIds.map((id) => ({ id, ...findRequired(graph, id) }))
    expect([n, rows]).toEqual([n, expected.map(({ id, required }) => ({ id, required }))])
    leftOut += expected.reduce((sum, one) => sum + one.leftOut, 0)
  }
  expect(leftOut).toBeGreaterThan(1_000)
})

interface PlanNode {
  'Node Type': string
  'Actual Loops': number
  'Actual Rows': number
  Plans?: PlanNode[]
}
const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

async function findRecursions(courseIds: number[], paths: TestPath[]): Promise<PlanNode[]> {
  const [userId = 0] = await addStudents([paths])
  const { rows } = await t.db.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sql`
    explain (analyze, format json) select ${hasUnfinishedPrerequisite(userId, courses.id)}
    from ${courses} where ${inArray(courses.id, courseIds)}`)
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)))
  return nodes.filter((node) => node['Node Type'] === 'Recursive Union')
}

test('are found by one recursion for each course, however many pairs of courses its paths have', async () => {
  const ids = await addCourses(20)
  const paths = [ids, ids.toReversed(), ids].map((courseIds) => ({ courseIds, counts: true }))
  const recursions = await findRecursions(ids, paths)
  const loops = recursions.reduce((sum, node) => sum + node['Actual Loops'], 0)
  expect(loops).toBeGreaterThanOrEqual(ids.length)
  // And the prerequisites of all, which the database may look up for each.
  expect(loops).toBeLessThanOrEqual(2 * ids.length)
  // Each goes through a course of a path once at most.
  for (const { 'Actual Rows': found } of recursions) expect(found).toBeLessThanOrEqual(paths.length * ids.length)
})

test('go through no course where the student follows no order', async () => {
  const ids = await addCourses(3)
  const recursions = await findRecursions(ids, [{ courseIds: ids, counts: false }])
  expect(recursions.length).toBeGreaterThan(0)
  expect(recursions.filter((node) => node['Actual Rows'] > 0)).toEqual([])
})
