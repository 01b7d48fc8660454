import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { type SearchResults } from '#contract/schemas/operations/command-palette.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: { cookie: string }
beforeEach(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

const find = async (search_text: string) =>
  (await t.call('findAnything', { search_text }, admin.cookie)).body.msg as SearchResults
const NOTHING: SearchResults = { courses: [], users: [], blogs: [] }

test('returns 400 when the search is longer than the limit', async () => {
  const long = 'x'.repeat(LIMITS.search)
  expect(await find(long)).toEqual(NOTHING)
  expect(await t.call('findAnything', { search_text: `${long}x` }, admin.cookie)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})

test('returns nothing for an empty search', async () => {
  await t.make.course()
  expect([await find(''), await find('   ')]).toEqual([NOTHING, NOTHING])
})

test('finds courses and posts including drafts, titles first, and users by name and email, in any case', async () => {
  const course = await t.make.course({ title: 'Quokka keeping' })
  const draftCourse = await t.make.course({ title: 'A QUOKKA draft', isPublic: false })
  const post = await t.make.post({ title: 'On quokkas' })
  const draft = await t.make.post({ title: 'Quokkas, unfinished', isPublic: false })
  const byName = await t.make.user({ firstName: 'Ada', lastName: 'Quokka', passwordHash: 'secret-hash' })
  const byEmail = await t.make.user({ email: 'quokka@mail.example' })
  const described = await t.make.course({ title: 'Wombats', description: 'And a quokka.' })
  const subtitled = await t.make.post({ title: 'Marsupials', subtitle: 'Even a quokka' })
  const wireForm = (user: typeof byName) => ({
    student_id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    image_url: '',
  })
  expect(await find('quokka')).toEqual({
    courses: [
      { course_id: draftCourse.id, title: 'A QUOKKA draft' },
      { course_id: course.id, title: 'Quokka keeping' },
      { course_id: described.id, title: 'Wombats' },
    ],
    users: [wireForm(byEmail), wireForm(byName)],
    blogs: [
      { blog_id: draft.id, title: 'Quokkas, unfinished' },
      { blog_id: post.id, title: 'On quokkas' },
      { blog_id: subtitled.id, title: 'Marsupials' },
    ],
  })
  expect((await find('ada quok')).users.map(({ student_id }) => student_id)).toEqual([byName.id])
})

test('returns the newest 5 results of each kind', async () => {
  for (let n = 0; n <= 5; n++) {
    await t.make.course({ title: `Numbat ${n}` })
    await t.make.user({ lastName: `Numbat ${n}` })
    await t.make.post({ title: `Numbat ${n}` })
  }
  const found = await find('numbat')
  expect([found.courses.length, found.users.length, found.blogs.length]).toEqual([5, 5, 5])
  expect([found.courses[0]?.title, found.users[0]?.last_name, found.blogs[0]?.title]).toEqual(Array(3).fill('Numbat 5'))
})

test('treats wildcard characters literally', async () => {
  const { id } = await t.make.course({ title: 'From 50% to 100%' })
  await t.make.course({ title: 'From 50 to 100' })
  expect((await find('50%')).courses.map(({ course_id }) => course_id)).toEqual([id])
  expect(await find('%%%')).toEqual(NOTHING)
  expect(await find("'; drop table users; --")).toEqual(NOTHING)
})

test('finds courses, users and posts by words in any order and with a typo', async () => {
  const course = await t.make.course({ title: 'Keeping an echidna' })
  const user = await t.make.user({ firstName: 'Erasmus', lastName: 'Echidna', email: 'e.e@mail.example' })
  const post = await t.make.post({ title: 'The echidna speaks', subtitle: 'Erasmus listens' })
  const ids = async (search: string) => {
    const found = await find(search)
    return [
      found.courses.map(({ course_id }) => course_id),
      found.users.map(({ student_id }) => student_id),
      found.blogs.map(({ blog_id }) => blog_id),
    ]
  }
  expect(await ids('echidna keeping')).toEqual([[course.id], [], []])
  expect(await ids('echidna erasmus')).toEqual([[], [user.id], [post.id]])
  for (const typo of ['echinda', 'echidnna', 'echdna', 'ecyidna', 'Ehcidna'])
    expect(await ids(typo)).toEqual([[course.id], [user.id], [post.id]])
  expect(await ids('xchixna')).toEqual([[], [], []])
})
