import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Course } from '#contract/schemas/courses.ts'
import { courses } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
beforeEach(async () => {
  await t.db.delete(courses)
})

const make = (title: string, values: object = {}) =>
  t.make.course({ title, description: '', lessonTitles: [], ...values })

// A new user each time, because visitors' answers are cached and these tests write past the API.
async function find(search_text: string, page = 1, select_data: '' | 'Top Rated' = '') {
  const { cookie } = await t.make.signedIn()
  const { status, body } = await t.call('getCourses', { page, search_text, select_data }, cookie)
  expect(status).toBe(200)
  return { titles: (body.msg as Course[]).map(({ title }) => title), nextPage: body.nextPage }
}
const titles = async (search: string) => (await find(search)).titles

describe('a search of the catalogue', () => {
  test('finds all words in any order, anywhere in title, tabs, category and description', async () => {
    await make('JavaScript, event by event', { description: 'For the complete beginner.' })
    await make('A beginner’s garden', { tabs: 'javascript,soil' })
    await make('Beginner JavaScript')
    await make('Loops', { description: 'JavaScript for beginners, in node.js.' })
    await make('JavaScript for experts')
    await make('Beginner Java')
    expect(await titles('javascript beginner')).toEqual([
      'Beginner JavaScript',
      'A beginner’s garden',
      'Loops',
      'JavaScript, event by event',
    ])
    expect(await titles('BEGINNER  javaScript')).toHaveLength(4)
    expect(await titles('node js')).toEqual(['Loops'])
    expect(await titles('Cybersecurity garden')).toEqual(['A beginner’s garden'])
  })

  test('ranks the phrase in titles first, then words in titles, then tabs and categories, then descriptions', async () => {
    await make('Of oil and lamps')
    await make('Lamp oil')
    await make('Light', { tabs: 'lamp,oil' })
    await make('Wicks', { description: 'Lamps burn oil.' })
    expect(await titles('lamp oil')).toEqual(['Lamp oil', 'Of oil and lamps', 'Light', 'Wicks'])
    await make('Oil lamps')
    expect(await titles('lamp')).toEqual(['Oil lamps', 'Lamp oil', 'Of oil and lamps', 'Light', 'Wicks'])
  })

  test('keeps the order of Top Rated within a rank', async () => {
    await make('Lamps, loved', { reviewsCount: 2, starsSum: 10 })
    await make('Lamps, liked', { reviewsCount: 1, starsSum: 4 })
    await make('Lamps, unrated')
    await make('Light', { description: 'lamps', reviewsCount: 9, starsSum: 45 })
    expect((await find('lamps', 1, 'Top Rated')).titles).toEqual(['Lamps, loved', 'Lamps, liked', 'Light'])
  })

  test('finds a plural by its singular and the other way round in a description', async () => {
    await make('One', { description: 'All about lanterns' })
    await make('Two', { description: 'The lantern itself' })
    expect(await titles('lantern')).toEqual(['Two', 'One'])
    expect(await titles('lanterns')).toEqual(['Two', 'One'])
  })

  test('tolerates a typo in each word, but only where nothing matches as written', async () => {
    await make('JavaScript by lamplight')
    await make('Python by lamplight')
    for (const typo of ['javscript', 'javascirpt', 'jvaascript', 'javascriptt', 'JAVASCRIPY'])
      expect(await titles(typo)).toEqual(['JavaScript by lamplight'])
    expect(await titles('pyhton lampligth')).toEqual(['Python by lamplight'])
    expect(await titles('jxvxscript')).toEqual([])
    await make('Wicks', { description: 'Trimmed by lamplight' })
    expect(await titles('lampligth')).toEqual(['Python by lamplight', 'JavaScript by lamplight', 'Wicks'])
    // Both words stand somewhere, so neither is a typo of the other title's.
    await make('Pythia')
    expect(await titles('pythia lamplight')).toEqual([])
    await make('Javscript, an exact title')
    expect(await titles('javscript')).toEqual(['Javscript, an exact title'])
  })

  test('returns every match once over all pages, and nothing beyond', async () => {
    for (let n = 0; n < 9; n++) {
      await make(`Lantern oil ${n}`)
      await make(`Oil and lanterns ${n}`, { tabs: 'x' })
      await make(`Light ${n}`, { description: 'Oil for a lantern' })
      await make(`Wick ${n}`, { tabs: 'lantern,oil' })
    }
    const pages = [await find('lantern oil'), await find('lantern oil', 2), await find('lantern oil', 3)]
    expect(pages.map((page) => [page.titles.length, page.nextPage])).toEqual([
      [12, 2],
      [12, 3],
      [12, null],
    ])
    const all = pages.flatMap((page) => page.titles)
    expect(new Set(all).size).toBe(36)
    expect(all.map((title) => title.replace(/ \d$/, ''))).toEqual(
      ['Lantern oil', 'Oil and lanterns', 'Wick', 'Light'].flatMap((title) => Array(9).fill(title)),
    )
    expect(await find('lantern oil', 4)).toEqual({ titles: [], nextPage: null })
  })

  test('asks once whether a word stands in a text, and again while it stands in none', async () => {
    await make('Chandeliers')
    await make('Snuffers')
    let asked = 0
    const stop = t.database.onQuery(({ text }) => text.includes('jsonb_to_recordset') && asked++)
    expect(await titles('chandeliers snuffers')).toEqual([])
    expect(await titles('Snuffers CHANDELIERS')).toEqual([])
    expect(asked).toBe(1)
    expect(await titles('chandelirs 5')).toEqual([])
    expect(await titles('chandelirs 6')).toEqual([])
    expect(asked).toBe(3)
    stop()
  })

  test('pages through the results of a typo', async () => {
    for (let n = 0; n < 13; n++) await make(`Lanterns ${n}`)
    const [first, second] = [await find('lantrens'), await find('lantrens', 2)]
    expect([first.titles.length, first.nextPage, second.titles, second.nextPage]).toEqual([12, 2, ['Lanterns 0'], null])
  })

  test('ranks and pages alike when the first rows of the list fill the page', async () => {
    const titled = (n: number) => ({ title: `Lantern ${n}`, category: 'Cybersecurity Basics' })
    const described = (n: number) => ({
      title: `Light ${n}`,
      description: 'By lantern',
      category: 'Cybersecurity Basics',
    })
    await make('Lantern, the oldest')
    await t.db.insert(courses).values(Array.from({ length: 600 }, (_, n) => (n % 20 === 0 ? titled(n) : described(n))))
    const pages = [await find('lantern'), await find('lantern', 2), await find('lantern', 3), await find('lantern', 4)]
    const expected = [
      ...Array.from({ length: 30 }, (_, n) => `Lantern ${580 - 20 * n}`),
      'Lantern, the oldest',
      ...Array.from({ length: 600 }, (_, n) => 599 - n).flatMap((n) => (n % 20 === 0 ? [] : [`Light ${n}`])),
    ]
    expect(pages.flatMap((page) => page.titles)).toEqual(expected.slice(0, 48))
    expect(await titles('li')).toEqual(expected.slice(31, 43))
  })

  test.each([4, 199, 200, 201, 250])('ranks and pages alike with a short word in %i descriptions', async (count) => {
    await make('How to go far', { tabs: 'x' })
    await make('Far to go')
    await make('Light', { tabs: 'go,far' })
    const described = (n: number) => ({ title: `Wick ${n}`, description: 'Go far', category: 'Cybersecurity Basics' })
    await t.db.insert(courses).values(Array.from({ length: count - 3 }, (_, n) => described(n)))
    await make('Not public, and would go far', { isPublic: false })
    const wicks = Array.from({ length: count - 3 }, (_, n) => `Wick ${count - 4 - n}`)
    const expected = ['How to go far', 'Far to go', 'Light', ...wicks]
    const first = await find('go far')
    expect(first).toEqual({ titles: expected.slice(0, 12), nextPage: count > 12 ? 2 : null })
    const last = Math.ceil(count / 12)
    expect(await find('go far', last)).toEqual({ titles: expected.slice(12 * (last - 1)), nextPage: null })
  })

  test('leaves drafts and deleted courses out, whatever the rank', async () => {
    for (const values of [{ isPublic: false }, { deletedAt: new Date() }]) {
      await make('Lamps', values)
      await make('Light', { tabs: 'lamps', ...values })
      await make('Wicks', { description: 'lamps', ...values })
    }
    expect([await titles('lamps'), await titles('lmaps')]).toEqual([[], []])
  })

  test.each([
    '%',
    '_',
    '\\',
    "'",
    "''",
    ':*',
    '&',
    '|',
    '!',
    '<->',
    '()',
    'a:*',
    "'a' & 'b'",
    '🏮',
    '東京',
    '- -',
    '% _',
  ])('takes %j as text', async (search) => {
    await make('Nothing of the kind')
    await make(`With ${search} inside`)
    expect(await titles(`${search} inside`)).toEqual([`With ${search} inside`])
    expect((await find(search)).titles).toContain(`With ${search} inside`)
  })

  test('takes a hundred characters of words and of one word', async () => {
    await make('Lamps')
    expect(await titles('ab '.repeat(33))).toEqual([])
    expect(await titles('abcd '.repeat(20))).toEqual([])
    expect(await titles('x'.repeat(100))).toEqual([])
  })
})

test('a search of the courses panel ranks, includes drafts and tolerates a typo', async () => {
  const { cookie } = await t.make.signedIn({ role: 'admin' })
  await make('Wicks', { description: 'Lamps and oil', isPublic: false })
  await make('Oil lamps')
  const list = async (search_text: string) =>
    ((await t.call('getCoursesAdmin', { page: 1, search_text }, cookie)).body.msg as Course[]).map(({ title }) => title)
  expect([await list('lamps oil'), await list('lmaps')]).toEqual([
    ['Oil lamps', 'Wicks'],
    ['Oil lamps', 'Wicks'],
  ])
})

test('a search of My Courses finds words in any order, ranks, counts and tolerates a typo', async () => {
  const me = await t.make.signedIn()
  for (const [title, values] of [
    ['Oil lamps', {}],
    ['Light', { tabs: 'lamps,oil' }],
    ['Wicks', { description: 'Of lamps and oil.' }],
    ['Ropes', {}],
  ] as const)
    await t.make.enrollment(me.id, (await make(title, values)).id)
  await make('Lamps and oil of others')
  const list = async (search_text: string) => {
    const { body } = await t.call('getEnrolledCourses', { page: 1, search_text }, me.cookie)
    const [rows, total] = body.msg as [Course[], [{ 'COUNT(*)': number }]]
    return [rows.map(({ title }) => title), at(total)['COUNT(*)']]
  }
  expect(await list('lamps oil')).toEqual([['Oil lamps', 'Light', 'Wicks'], 3])
  expect(await list('lmaps')).toEqual([['Light', 'Oil lamps'], 2])
  expect(await list('')).toEqual([['Ropes', 'Wicks', 'Light', 'Oil lamps'], 4])
  expect(await list('nothing')).toEqual([[], 0])
})

test('a description of the longest length is searched', async () => {
  await make('Long', { description: `${'word '.repeat(3_999)}ends` })
  expect(await titles('ends')).toEqual(['Long'])
  await t.db.execute(
    sql`update courses set description = (select string_agg(md5(n::text), ' ') from generate_series(1, 600) n)`,
  )
  expect(await titles('c4ca4238a0b923820dcc509a6f75849b')).toEqual(['Long'])
})
