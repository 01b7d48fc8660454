import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API_BASE, paths } from '#contract/paths.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { createLockedCourse, hasSecret, LOCK_REASONS, LOCKS } from '#server/testing/learning/locked-course.ts'
import { findQuizSecrets, makeMarkedQuizCourse } from '#server/testing/learning/marked-quiz.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

// What calls must not tell, the server's rendered pages and the state in them must not tell either.

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({}, { pages: await loadBuiltPages() })
})
afterAll(() => t.close())
beforeEach(() => t.db.delete(lessons))

/** Those that end a session are left out. */
const FIXED_PAGES = Object.values(paths).filter(
  (path) => !path.startsWith(API_BASE) && !path.includes('logout') && !path.includes('viewas'),
)

/** Every page that is about one course. */
const getCoursePages = (courseId: number, lessonIds: readonly number[]): string[] => [
  ...['', ...lessonIds.map((id) => `?lesson=${id}&play`)].map((search) => `${paths.coursePage}/${courseId}-x${search}`),
  ...['', ...lessonIds.map((id) => `?preview=${id}`)].map((search) => `${paths.publicCourse}/${courseId}${search}`),
  `${paths.myCourses}/${courseId}-x`,
  `${paths.checkout}/${courseId}`,
  `${paths.adminCourses}/edit/${courseId}`,
]

/** The page with its headers, after its redirects. */
async function load(url: string, cookie: string | undefined): Promise<string> {
  const { statusCode, headers, body } = await t.app.inject({ url, headers: cookie === undefined ? {} : { cookie } })
  const { location } = headers
  const isRedirect = statusCode >= 300 && statusCode < 400 && location !== undefined
  return JSON.stringify(headers) + body + (isRedirect ? await load(location.replace(t.env.publicUrl, ''), cookie) : '')
}

async function findPages(
  urls: readonly string[],
  cookies: readonly (string | undefined)[],
  isFound: (text: string) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (const cookie of cookies)
    for (const url of urls)
      if (isFound(await load(url, cookie))) found.push(`${url} of a ${cookie === undefined ? 'visitor' : 'user'}`)
  return found
}

test.each(LOCK_REASONS)('no page has anything of a lesson that is locked as %s', async (reason) => {
  const { student, course } = await createLockedCourse(t)
  await LOCKS[reason](t, course.id)
  const stranger = await t.make.signedIn()
  const lockedIds = course.lessons.slice(1).map(({ id }) => id)
  // The others do not depend on why it is locked.
  const urls = [...getCoursePages(course.id, lockedIds), ...(reason === 'in_order' ? FIXED_PAGES : [])]
  expect(await findPages(urls, [student.cookie, stranger.cookie, undefined], hasSecret)).toEqual([])
})

test('the same search finds what the pages of an open lesson have', async () => {
  const { student, course } = await createLockedCourse(t)
  const pages = await findPages(getCoursePages(course.id, []), [student.cookie], hasSecret)
  expect(pages).toEqual([
    `${paths.coursePage}/${course.id}-x of a user`,
    // Leads signed-in users to the first.
    `${paths.publicCourse}/${course.id} of a user`,
    `${paths.myCourses}/${course.id}-x of a user`,
  ])
})

test.each([false, true])('no page has a correct answer before the submission, preview: %s', async (isPreview) => {
  const { courseId, lessonId } = await makeMarkedQuizCourse(t, isPreview)
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, courseId)
  await t.call('startAttempt', { material_id: lessonId }, student.cookie)
  const stranger = await t.make.signedIn()
  const hasAnswer = (text: string) => findQuizSecrets(text).length > 0
  expect(
    await findPages(
      [...FIXED_PAGES, ...getCoursePages(courseId, [lessonId])],
      [student.cookie, stranger.cookie, undefined],
      hasAnswer,
    ),
  ).toEqual([])
})
