import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '#server/testing/at.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'

describe.skipIf(!ON_SERVER)(`a row that another connection keeps locked${NEEDS_SERVER}`, () => {
  let t: TestApp
  let other: Client
  beforeAll(async () => {
    t = await createTestApp()
    other = new Client({ connectionString: t.databaseUrl })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await t.close()
  })

  test('makes a write answer 503 with Retry-After after the statement’s timeout, and succeed once it is free', async () => {
    const student = await t.make.signedIn()
    const course = await t.make.course({ priceCents: 0 })
    await t.call('enrollCourse', { course_id: course.id }, student.cookie)
    const complete = () =>
      t.call('completeCourse', { id: at(course.lessons, 0).id, course_id: course.id, value: true }, student.cookie)
    await other.query('begin')
    await other.query('select id from enrollments where user_id = $1 for update', [student.id])
    const refused = await complete()
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'busy', '2'])
    await other.query('rollback')
    expect((await complete()).status).toBe(200)
  })
})
