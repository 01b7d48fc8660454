import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PublicCourse, PublicCoursePage } from '#contract/schemas/public-course.ts'
import { courses, lessons, sections } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
beforeEach(async () => {
  await t.db.delete(courses)
})

const get = (course_id: unknown, cookie?: string) => t.call('getPublicCourse', { course_id } as never, cookie)
const getPage = async (course_id: number) => {
  const { status, body } = await get(course_id)
  expect(status).toBe(200)
  return body.msg as PublicCoursePage
}
const getTitles = (list: PublicCourse[]) => list.map(({ title }) => title)

describe('getPublicCourse', () => {
  test('returns the same to visitors, students and admins, without URLs, progress and enrollment', async () => {
    const course = await t.make.course({ priceCents: 8000, discount: 25 })
    const student = await t.make.signedIn()
    await t.make.enrollment(student.id, course.id)
    const admin = await t.make.signedIn({ role: 'admin' })
    const answers = [await get(course.id), await get(course.id, student.cookie), await get(course.id, admin.cookie)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers[2]?.body).toEqual(answers[0]?.body)
    const page = answers[0]?.body.msg as PublicCoursePage
    expect(page.course).toMatchObject({ course_id: course.id, title: course.title, price: 80, discount: 25 })
    expect(Object.keys(page.course)).not.toContain('progress')
    expect(Object.keys(page.course)).not.toContain('enrolled')
    expect(JSON.stringify(answers[0]?.body)).not.toMatch(/media\.example|url":"[^"]/)
  })

  test('returns the lessons in order with their durations and previews', async () => {
    const course = await t.make.course({ lessonTitles: ['One', 'Two', 'Three'] })
    const [one, two, three] = course.lessons
    await t.db
      .update(lessons)
      .set({ durationSeconds: 90, isPreview: true })
      .where(eq(lessons.id, at(course.lessons).id))
    await t.db
      .update(lessons)
      .set({ durationSeconds: 30.5, place: 5 })
      .where(eq(lessons.id, at(course.lessons, 1).id))
    const { materials, duration } = await getPage(course.id)
    expect(duration).toBe(120.5)
    const video = { kind: 'video', section_id: null }
    expect(materials).toEqual([
      { material_id: one?.id, title: 'One', subtitle: 'One, said shortly', duration: 90, preview: true, ...video },
      {
        material_id: three?.id,
        title: 'Three',
        subtitle: 'Three, said shortly',
        duration: null,
        preview: false,
        ...video,
      },
      { material_id: two?.id, title: 'Two', subtitle: 'Two, said shortly', duration: 30.5, preview: false, ...video },
    ])
  })

  test('returns a course without lessons and reviews', async () => {
    const course = await t.make.course({ lessonTitles: [] })
    expect(await getPage(course.id)).toMatchObject({
      duration: 0,
      updated_date: course.updatedAt.toISOString(),
      materials: [],
      reviews: [],
      related: [],
    })
  })

  test('says when it was last saved, and what its sections are', async () => {
    const updatedAt = new Date('2026-03-01T10:00:00Z')
    const course = await t.make.course({ createdAt: new Date('2026-01-05'), updatedAt })
    const [first, second] = await t.db
      .insert(sections)
      .values([
        { courseId: course.id, place: 1, title: 'Then', opensAfterDays: 7 },
        { courseId: course.id, place: 0, title: 'First' },
      ])
      .returning()
    expect(await getPage(course.id)).toMatchObject({
      updated_date: updatedAt.toISOString(),
      sections: [
        { section_id: second?.id, title: 'First', opens_after_days: null, opens_date: null },
        { section_id: first?.id, title: 'Then', opens_after_days: 7, opens_date: null },
      ],
    })
  })

  test('returns the six newest reviews with first names only', async () => {
    const course = await t.make.course()
    for (let n = 1; n <= 7; n++) {
      const author = await t.make.user({
        firstName: `Author ${n}`,
        lastName: 'Secret',
        email: `hidden${n}@mail.example`,
      })
      await t.make.review(author.id, course.id, 4, `Review ${n}`)
    }
    const { body } = await get(course.id)
    const page = body.msg as PublicCoursePage
    expect(page.reviews.map((review) => review.review_text)).toEqual([7, 6, 5, 4, 3, 2].map((n) => `Review ${n}`))
    expect(page.course).toMatchObject({ stars: 4, reviews: 7 })
    expect(JSON.stringify(body)).not.toMatch(/Secret|hidden/)
  })

  test('returns the newest published courses of the same category as related', async () => {
    const course = await t.make.course()
    for (const title of ['A', 'B', 'C', 'D']) await t.make.course({ title })
    await t.make.course({ title: 'Another category', category: 'Cloud Computing Fundamentals' })
    await t.make.course({ title: 'Draft', isPublic: false })
    await t.make.course({ title: 'Deleted', deletedAt: new Date() })
    expect(getTitles((await getPage(course.id)).related)).toEqual(['D', 'C', 'B'])
  })

  test('fills the related courses with those that share a whole tag', async () => {
    const category = 'Cloud Computing Fundamentals'
    const course = await t.make.course({ tabs: 'Java, node.js ,it\'s 100% "{fun}"' })
    await t.make.course({ category, title: 'Substring', tabs: 'javascript,node' })
    await t.make.course({ category, title: 'Case', tabs: 'web, JAVA' })
    await t.make.course({ category, title: 'Punctuation', tabs: 'Node.js' })
    await t.make.course({ category, title: 'Quotes', tabs: 'it\'s 100% "{fun}"' })
    await t.make.course({ category, title: 'Hidden', tabs: 'java', isPublic: false })
    await t.make.course({ title: 'Same category' })
    expect(getTitles((await getPage(course.id)).related)).toEqual(['Same category', 'Quotes', 'Punctuation'])
    const plain = await t.make.course({ tabs: ' , ', category: 'Database Management Systems' })
    expect((await getPage(plain.id)).related).toEqual([])
  })

  test('returns 404 for a course that is a draft, deleted, archived or missing, to everybody', async () => {
    const draft = await t.make.course({ isPublic: false })
    const deleted = await t.make.course({ deletedAt: new Date() })
    const archived = await t.make.course({ archivedAt: new Date() })
    const admin = await t.make.signedIn({ role: 'admin' })
    for (const id of [draft.id, deleted.id, archived.id, 999_999_999])
      for (const cookie of [undefined, admin.cookie]) {
        const { status, body } = await get(id, cookie)
        expect([status, body.code, body.msg]).toEqual([404, 'course_not_found', 'No Course Found'])
      }
  })

  test('returns 400 for bad input', async () => {
    for (const id of [undefined, null, 0, -1, 1.5, 'x', '1 or 1=1', [1], {}]) expect((await get(id)).status).toBe(400)
  })

  test('returns a change at once, and nothing once the course is a draft', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    const course = await t.make.course()
    const save = (changes: object) =>
      t.send(
        'updateCourse',
        {
          course_id: course.id,
          ...{ title: 'Renamed', description: '', price: 5, discount: 0, category: course.category, tabs: '' },
          materials: [],
          ...changes,
        },
        admin.cookie,
      )
    expect((await getPage(course.id)).course.title).toBe(course.title)
    expect((await save({})).status).toBe(200)
    expect((await getPage(course.id)).course).toMatchObject({ title: 'Renamed', price: 5 })
    expect((await save({ public: false })).status).toBe(200)
    expect((await get(course.id)).status).toBe(404)
  })
})
