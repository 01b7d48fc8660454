import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { PublicCoursePage } from '#contract/schemas/public-course.ts'
import { buildCourse, buildLesson, buildReview, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { stubTimeZone } from '#web/testing/stub-time-zone.ts'
import { NO_DETAILS } from '#contract/schemas/learning/course-details.ts'
import '#web/testing/preload-screens.ts'

const PATH = '/courses/41-database-management-from-first-principles'
const COURSE_PATH = '/student/CoursePage/41-DatabaseManagementfromfirstprinciples'

const buildPage = (values: Partial<PublicCoursePage> = {}): PublicCoursePage => ({
  course: buildCourse(),
  details: NO_DETAILS,
  requires: [],
  sections: [],
  duration: 5640,
  updated_date: '2026-11-03T10:00:00.000Z',
  materials: [
    buildLesson({ preview: true }),
    buildLesson({ material_id: 902, title: 'Indexes', subtitle: '', duration: null }),
  ],
  reviews: [buildReview()],
  related: [buildCourse({ course_id: 42, title: 'Joins in depth' })],
  ...values,
})

const show = (values: Partial<PublicCoursePage> = {}, mocks: CallMocks = {}) =>
  showScreen(PATH, { getPublicCourse: () => ({ msg: buildPage(values) }), ...mocks })

const getData = () =>
  JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '') as Record<string, unknown>
const getMeta = (name: string) =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
const box = () => within(screen.getByRole('complementary', { name: 'Join this course' }))

describe('The public course page', () => {
  it('shows title, category, rating, lessons, duration, last update and price with discount', async () => {
    await show({ related: [] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Database Management from first principles')
    const main = within(screen.getByRole('main'))
    main.getByText('Tables and joins.')
    main.getByText('What one builds.')
    main.getByText('Database Management Systems')
    main.getAllByText('16 reviews')
    main.getByText('2 lessons, 1 h 34 min')
    expect(main.getByText(/^Last updated/).textContent).toBe('Last updated November 3, 2026')
    expect(box().getByText(/^\$60/).textContent).toBe('$60Original price $80')
    box().getByText('25% off')
  })

  it('leads Join Now to the course page of the specification', async () => {
    await show()
    expect(box().getByRole('link', { name: 'Join Now' }).getAttribute('href')).toBe(COURSE_PATH)
  })

  it('shows the guarantees, and the tax and the refund rule where money is taken', async () => {
    const msg = { providers: ['test' as const], currency: 'USD', tax_rate: 7.5, tax_included: false }
    await show({}, { getPaymentSettings: () => ({ msg }) })
    box().getByText('plus 7.5% tax')
    box().getByText('30 Days Money Guarantee')
    box().getByText('Secure Payment Gateway')
    box().getByText(
      'Full refund within 30 days, no questions asked. After three refunds in a year, requests are reviewed.',
    )
  })

  it.each([
    ['a free course', { course: buildCourse({ discount: 100 }) }, ['test'] as const],
    ['a site without payments', {}, []],
  ])('shows no refund rule for %s', async (_what, values, providers) => {
    const msg = { providers: [...providers], currency: 'USD', tax_rate: 0, tax_included: true }
    await show(values, { getPaymentSettings: () => ({ msg }) })
    expect(screen.queryByText(/Full refund/)).toBeNull()
  })

  it('shows prices in the currency of the site', async () => {
    await show(
      {},
      {
        getPaymentSettings: () => ({ msg: { providers: [], currency: 'EUR', tax_rate: 0, tax_included: true } }),
      },
    )
    box().getByText('€60')
    expect(getData()).toMatchObject({ offers: { priceCurrency: 'EUR' } })
  })

  it('lists the lessons and links those that are previews', async () => {
    await show()
    const rows = screen
      .getAllByRole('listitem')
      .filter(({ textContent }) => /Joins, drawn|Indexes/.test(textContent ?? ''))
    expect(rows.map(({ textContent }) => textContent)).toEqual(['1Joins, drawnDraw a join.Preview0:24', '2Indexes'])
    const preview = screen.getByRole('link', { name: 'Preview: Joins, drawn' })
    expect(preview.getAttribute('href')).toBe(`${PATH}?preview=901`)
  })

  it('folds a long curriculum', async () => {
    const materials = Array.from({ length: 500 }, (_, n) =>
      buildLesson({ material_id: n + 1, title: `Lesson ${n + 1}` }),
    )
    await show({ materials })
    const more = screen.getByText('488 more lessons').closest('details')
    expect(more?.open).toBe(false)
    expect(within(more as HTMLElement).getByText('Lesson 13')).toBeTruthy()
    expect(within(more as HTMLElement).queryByText('Lesson 12')).toBeNull()
    expect(screen.getByText('Lesson 500')).toBeTruthy()
  })

  it('says that there are no lessons, reviews or related courses', async () => {
    await show({
      course: buildCourse({ lessons: 0, reviews: 0, stars: 0, description: '' }),
      materials: [],
      reviews: [],
      related: [],
      duration: 0,
    })
    screen.getByText(/no lessons yet/)
    screen.getByText('No Reviews Found')
    screen.getByText('No reviews yet')
    screen.getByText('0 lessons')
    expect(screen.queryByRole('heading', { name: 'Related courses' })).toBeNull()
    expect(getData()).not.toHaveProperty('aggregateRating')
    expect(getData()).toMatchObject({ description: 'A self-paced course in Database Management Systems.' })
    expect(getData().hasCourseInstance).toEqual({ '@type': 'CourseInstance', courseMode: 'Online' })
  })

  it('shows the newest reviews and how many there are', async () => {
    await show({ reviews: [buildReview({ review_text: 'Worth it.' }), buildReview({ review_id: 2 })] })
    expect(screen.getByText('Worth it.').dir).toBe('auto')
    screen.getByText('from 16 reviews')
    screen.getByText('These are the 2 newest of 16 reviews.')
  })

  it('repeats the price and the button at the bottom while the button is out of view', async () => {
    let observed: Element | undefined
    let setInView: (isIntersecting: boolean) => void = () => {}
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          setInView = (isIntersecting) => act(() => callback([{ isIntersecting }]))
        }
        observe(element: Element) {
          observed = element
        }
        disconnect() {}
      },
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    await show()
    expect(observed).toBe(box().getByRole('link', { name: 'Join Now' }))
    expect(screen.queryByRole('region', { name: 'Price' })).toBeNull()
    setInView(false)
    const bar = screen.getByRole('region', { name: 'Price' })
    expect(bar.className).toContain('sm:hidden')
    within(bar).getByText('$60')
    expect(within(bar).getByRole('link', { name: 'Join Now' }).getAttribute('href')).toBe(COURSE_PATH)
    setInView(true)
    expect(screen.queryByRole('region', { name: 'Price' })).toBeNull()
  })

  it('links its category to the search of the catalogue', async () => {
    await show()
    const category = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', {
      name: 'Database Management Systems',
    })
    expect(category.getAttribute('href')).toBe('/student/allcourses?search=Database+Management+Systems')
  })

  it('links related courses to their public pages', async () => {
    await show()
    const related = screen.getByRole('heading', { level: 3, name: 'Joins in depth' })
    expect(within(related).getByRole('link').getAttribute('href')).toBe('/courses/42-joins-in-depth')
  })

  it('has structured data of the course, its offer, its ratings and how it is held', async () => {
    await show({ course: buildCourse({ image_url: 'ab.webp' }) })
    expect(getData()).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Course',
      url: PATH,
      name: 'Database Management from first principles',
      description: 'Tables and joins.\n\nWhat one builds.',
      image: '/uploads/ab.webp',
      provider: { '@type': 'Organization', name: 'Learn Lantern' },
      offers: {
        '@type': 'Offer',
        category: 'Paid',
        price: '60.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: PATH,
      },
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: 'PT1H34M' },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.8, reviewCount: 16, bestRating: 5, worstRating: 1 },
    })
  })

  it('offers a free course for nothing', async () => {
    await show({ course: buildCourse({ price: 0 }) })
    expect(getData()).toMatchObject({ offers: { category: 'Free', price: '0.00' } })
    box().getByText('Free')
  })

  it.each([
    ['</script><script>alert(1)</script>'],
    ['مقدمة في قواعد البيانات'],
    ['データベース入門 🏮'],
    ['“Quotes” & "more" \u2028 <b>'],
    ['x'.repeat(200)],
  ])('keeps the title %s whole, as text', async (title) => {
    await showScreen('/courses/41', { getPublicCourse: () => ({ msg: buildPage({ course: buildCourse({ title }) }) }) })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    expect(getData().name).toBe(title)
    expect(document.querySelector('script[type="application/ld+json"]')?.innerHTML).not.toContain('<')
  })

  it('has a title, a description, an address and pictures for link previews', async () => {
    const description = `${'word '.repeat(50)}end\n\nMore`
    await show({ course: buildCourse({ image_url: 'ab.webp', description }) })
    expect(document.title).toBe('Database Management from first principles · Learn Lantern')
    expect(getMeta('description')).toBe(`${'word '.repeat(31)}word…`)
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(PATH)
    expect(getMeta('og:url')).toBe(PATH)
    expect(getMeta('og:image')).toBe('/uploads/ab.webp')
    expect(getMeta('twitter:card')).toBe('summary_large_image')
    expect(getMeta('twitter:image')).toBe('/uploads/ab.webp')
    expect(getMeta('robots')).toBeUndefined()
  })

  it('groups the lessons by sections with their kinds, durations and when they open', async () => {
    const section = { opens_after_days: null, opens_date: null }
    await show({
      sections: [
        { ...section, section_id: 1, title: 'Joins' },
        { ...section, section_id: 2, title: 'Windows', opens_after_days: 7 },
      ],
      materials: [
        buildLesson({ material_id: 1, title: 'Welcome' }),
        buildLesson({ material_id: 2, title: 'Inner', section_id: 1, duration: 120 }),
        buildLesson({ material_id: 3, title: 'Quick test', section_id: 1, kind: 'quiz', duration: null }),
        buildLesson({ material_id: 4, title: 'Ranks', section_id: 2, duration: 60 }),
      ],
    })
    const heads = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)
    expect(heads).toEqual(['Joins2 lessons · 2 min', 'Windows1 lesson · 1 min · Opens 7 days after you join'])
    const row = screen.getByText('Quick test').closest('li')
    expect(row?.textContent).toContain('Quiz: Quick test')
    expect(row?.textContent).toMatch(/^3/)
  })

  it('says on which day a section opens that an admin east of UTC chose', async () => {
    stubTimeZone('Asia/Tokyo')
    const section = { section_id: 1, title: 'Joins', opens_after_days: null, opens_date: '2096-12-02T15:00:00.000Z' }
    await show({ sections: [section] })
    screen.getByText('0 lessons · Opens on December 3, 2096')
  })

  it('plays a preview and shows an article to a visitor, by its address', async () => {
    const lesson = buildLesson({ material_id: 901, preview: true, title: 'Joins, drawn' })
    const article = buildLesson({ material_id: 902, preview: true, title: 'Read me', kind: 'article', url: '' })
    const { user, router } = await show(
      { materials: [lesson, article, buildLesson({ material_id: 903, title: 'Closed' })] },
      {
        getLesson: ({ material_id }) => {
          const { title, subtitle, kind, url, captions, file_name } = Number(material_id) === 901 ? lesson : article
          const base = { material_id: Number(material_id), title, subtitle, kind, url, captions, file_name }
          return { msg: { ...base, content: kind === 'article' ? '<p>The text</p>' : '', assignment: null } }
        },
      },
    )
    await user.click(screen.getByRole('link', { name: 'Preview: Joins, drawn' }))
    const stage = await screen.findByRole('region', { name: 'Preview: Joins, drawn' })
    expect(document.activeElement).toBe(stage)
    await expect.poll(() => document.querySelector('video')?.getAttribute('src')).toBe(lesson.url)
    const video = document.querySelector('video')
    if (!video) throw new Error('There is no video')
    Object.defineProperty(video, 'ended', { value: true })
    await expect
      .poll(() => {
        video.dispatchEvent(new Event('ended'))
        return within(stage).queryByText('End of the preview')
      })
      .not.toBeNull()
    await user.click(screen.getByRole('link', { name: 'Preview: Read me' }))
    await screen.findByText('The text')
    await user.click(screen.getByRole('link', { name: 'Close the preview' }))
    await expect.poll(() => screen.queryByText('The text')).toBeNull()
    await router.navigate('?preview=903')
    expect(screen.queryByRole('region', { name: /^Preview/ })).toBeNull()
  })

  it('moves the focus to the content when the preview is closed', async () => {
    const article = buildLesson({ preview: true, title: 'Read me', kind: 'article', url: '' })
    const { user } = await show(
      { materials: [article] },
      { getLesson: () => ({ msg: { ...article, content: '<p>The text</p>', assignment: null } }) },
    )
    await user.click(screen.getByRole('link', { name: 'Preview: Read me' }))
    await user.click(await screen.findByRole('link', { name: 'Close the preview' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Preview: Read me' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('shows what the course says about itself, and tells search engines', async () => {
    await show({
      duration: 5640,
      requires: [{ course_id: 7, title: 'Tables first', blocking: true }],
      details: {
        ...{ pitch: 'Read any query.', outcomes: ['Read joins'], requirements: ['A laptop'], level: 'Beginner' },
        ...{ language: 'English', faq: [{ question: 'How long?', answer: 'A day.' }] },
        ...{ instructor_name: 'Ada Osei', instructor_bio: 'Teaches joins.' },
      },
    })
    for (const text of ['Read any query.', 'Read joins', 'Beginner', 'English', 'How long?', 'Teaches joins.'])
      screen.getByText(text)
    const required = screen.getByRole('region', { name: 'Courses to finish first' })
    expect(within(required).getByRole('link').getAttribute('href')).toBe('/courses/7-tables-first')
    expect(getMeta('description')).toBe('Read any query.')
    expect(getData()).toMatchObject({
      ...{ timeRequired: 'PT1H34M', educationalLevel: 'Beginner', inLanguage: 'en', teaches: ['Read joins'] },
      coursePrerequisites: ['A laptop', { '@type': 'Course', name: 'Tables first', url: '/courses/7-tables-first' }],
      hasCourseInstance: { instructor: { '@type': 'Person', name: 'Ada Osei' } },
    })
  })

  it('says nothing of what is not known', async () => {
    await show({ duration: 0 })
    for (const key of ['timeRequired', 'educationalLevel', 'inLanguage', 'teaches', 'coursePrerequisites'])
      expect(getData()).not.toHaveProperty(key)
    expect(screen.queryByRole('heading', { name: 'What you will learn' })).toBeNull()
  })

  it('leaves a language that is no known name out of the structured data', async () => {
    await show({ details: { ...buildPage().details, language: 'Plain words' } })
    screen.getByText('Plain words')
    expect(getData()).not.toHaveProperty('inLanguage')
  })

  it('corrects an outdated address and keeps its query', async () => {
    const { router } = await showScreen('/courses/41-old-title?ref=x', {
      getPublicCourse: () => ({ msg: buildPage() }),
    })
    await expect.poll(() => router.state.location).toMatchObject({ pathname: PATH, search: '?ref=x' })
  })

  it('redirects signed-in users to the course page', async () => {
    const { router, calls } = renderScreen(PATH, {
      ...mockSignedIn(),
      getCourseData: () => Promise.reject(new AppError('course_not_found')),
    })
    await screen.findByRole('heading', { level: 1 })
    expect(router.state.location.pathname).toBe('/student/CoursePage/41-database-management-from-first-principles')
    expect(calls.map(({ name }) => name)).not.toContain('getPublicCourse')
  })

  it.each(['/courses/abc', '/courses/0-x', '/courses/-4', '/courses/99999999999999999999'])(
    'says at %s that no course is there, without asking the server',
    async (path) => {
      const { calls } = await showScreen(path)
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No Course Found')
      expect(calls.map(({ name }) => name)).not.toContain('getPublicCourse')
    },
  )

  it('says that a missing course is not found and leads to the catalogue', async () => {
    await showScreen(PATH, { getPublicCourse: () => Promise.reject(new AppError('course_not_found')) })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No Course Found')
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'All courses' })
    expect(link.getAttribute('href')).toBe('/student/allcourses')
    expect(getMeta('robots')).toBe('noindex')
  })
})
