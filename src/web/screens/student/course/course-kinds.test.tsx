import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallResponse } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { Lesson } from '#contract/schemas/courses.ts'
import type { LessonContent } from '#contract/schemas/learning/lessons.ts'
import type { Section } from '#contract/schemas/learning/sections.ts'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { stubTimeZone } from '#web/testing/stub-time-zone.ts'

const COURSE_URL = '/student/CoursePage/41-DatabaseManagement'
type CourseData = CallResponse<'getCourseData'>['msg']['msg']

const section = (section_id: number, title: string, values: Partial<Section> = {}): Section => ({
  section_id,
  title,
  opens_after_days: null,
  opens_date: null,
  ...values,
})

interface Options {
  sections?: Section[]
  course?: Partial<CourseData['course']>
  content?: Partial<LessonContent>
  mocks?: CallMocks
  /** After the course's address. */
  search?: string
}

/** An enrolled student's course. The lessons can be changed like the server's. */
function showCourse(lessons: Lesson[], { sections = [], course, content, mocks, search = '' }: Options = {}) {
  const state = { lessons, course: buildCourse({ enrolled: true, lessons: lessons.length, ...course }) }
  const view = renderScreen(COURSE_URL + search, {
    ...mockSignedIn(),
    getReviews: () => ({ msg: [], nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    getCourseData: () => {
      const completed = state.lessons.filter(({ isCompleted }) => isCompleted)
      const materials = state.lessons.map((lesson) => ({ ...lesson }))
      return { msg: { msg: { course: state.course, sections, materials, completed }, enrolled: true } }
    },
    getLesson: ({ material_id }) => {
      const lesson = state.lessons.find((one) => one.material_id === Number(material_id)) ?? buildLesson()
      const { title, subtitle, kind, url, captions, file_name } = lesson
      const base = { material_id: Number(material_id), title, subtitle, kind, url, captions, file_name }
      return { msg: { ...base, content: '', assignment: null, ...content } }
    },
    getNotes: () => ({ msg: [] }),
    ...mocks,
  })
  return { ...view, state }
}

const list = () => within(screen.getByRole('region', { name: 'Lessons' }))
const findRow = async (title: RegExp) => {
  await screen.findByRole('region', { name: 'Lessons' })
  const text = list().getByText(title)
  const row = text.closest('li')
  if (!row) throw new Error('The lesson is in no list')
  return row
}

describe('sections', () => {
  const SECTIONS = [section(1, 'Joins'), section(2, 'Windows')]
  const lessons = () => [
    buildLesson({ material_id: 900, title: 'Welcome' }),
    buildLesson({ material_id: 901, title: 'Inner joins', section_id: 1, isCompleted: true, duration: 120 }),
    buildLesson({ material_id: 902, title: 'Outer joins', section_id: 1, duration: 60 }),
    buildLesson({
      ...{ material_id: 903, title: 'Ranks', section_id: 2, duration: null, url: '' },
      ...{ locked: true, locked_reason: 'opens_later', opens_date: '2026-12-03T08:00:00.000Z' },
    }),
  ]

  test('group the lessons with counts, durations and the day they open, and fold', async () => {
    const { user } = showCourse(lessons(), { sections: SECTIONS })
    const joins = await screen.findByRole('button', { name: /^Joins/ })
    expect(joins.textContent).toBe('Joins1 of 2 · 3 min')
    expect(screen.getByRole('button', { name: /^Windows/ }).textContent).toBe(
      'Windows0 of 1 · Opens on December 3, 2026',
    )
    expect(joins.getAttribute('aria-expanded')).toBe('true')
    await user.click(joins)
    expect(joins.getAttribute('aria-expanded')).toBe('false')
    expect(list().queryByRole('link', { name: /Inner joins/ })).toBeNull()
    list().getByRole('link', { name: /Welcome/ })
  })

  test('that an admin east of UTC opens on a day open on that day', async () => {
    stubTimeZone('Asia/Tokyo')
    const tokyoMidnight = '2026-12-02T15:00:00.000Z'
    const later = lessons().map((lesson) => (lesson.opens_date ? { ...lesson, opens_date: tokyoMidnight } : lesson))
    showCourse(later, { sections: SECTIONS, search: '?lesson=903' })
    expect((await screen.findByRole('button', { name: /^Windows/ })).textContent).toBe(
      'Windows0 of 1 · Opens on December 3, 2026',
    )
    await screen.findByText('Opens on December 3, 2026', { selector: 'p' })
  })

  test('of a long course are folded but the one with the open lesson, and open with the next', async () => {
    const many = Array.from({ length: 24 }, (_, n) =>
      buildLesson({ material_id: 900 + n, title: `Lesson ${n}`, section_id: n < 12 ? 1 : 2 }),
    )
    const { router } = showCourse(many, { sections: SECTIONS })
    const joins = await screen.findByRole('button', { name: /^Joins/ })
    const windows = screen.getByRole('button', { name: /^Windows/ })
    expect([joins, windows].map((button) => button.getAttribute('aria-expanded'))).toEqual(['true', 'false'])
    await router.navigate('?lesson=912')
    await waitFor(() => expect(windows.getAttribute('aria-expanded')).toBe('true'))
  })
})

describe('locked lessons', () => {
  test('say which lesson comes first, and are no links', async () => {
    const locked = { url: '', locked: true, locked_reason: 'in_order' } as const
    showCourse([buildLesson({ title: 'Joins' }), buildLesson({ material_id: 2, title: 'Indexes', ...locked })])
    const row = await findRow(/^Indexes$/)
    within(row).getByText('Finish “Joins” first')
    within(row).getByText('Locked')
    expect(within(row).queryByRole('link')).toBeNull()
    expect(within(row).queryByRole('checkbox')).toBeNull()
  })

  test('of the address say when they open, in place of the player', async () => {
    const locked = {
      url: '',
      locked: true,
      locked_reason: 'opens_later',
      opens_date: '2026-12-03T08:00:00.000Z',
    } as const
    showCourse([buildLesson({ title: 'Joins' }), buildLesson({ material_id: 2, title: 'Indexes', ...locked })], {
      search: '?lesson=2',
    })
    await screen.findByText('Opens on December 3, 2026')
    expect(document.querySelector('video')).toBeNull()
  })

  test('behind required courses name them with links, and how many are done', async () => {
    const locked = { url: '', locked: true, locked_reason: 'prerequisites' } as const
    const requires = [
      { course_id: 7, title: 'Tables', blocking: true, done: true },
      { course_id: 8, title: 'Queries', blocking: true, done: false },
      { course_id: 9, title: 'Keys', blocking: true, done: false },
      { course_id: 10, title: 'History', blocking: false, done: false },
    ]
    showCourse([buildLesson({ ...locked })], { course: { requires } })
    await screen.findByText('Finish 2 of 3 required courses first')
    const box = within(screen.getByRole('region', { name: /Finish these courses first/ }))
    box.getByText('1 of 4 done')
    expect(box.getByRole('link', { name: 'Queries (not finished)' }).getAttribute('href')).toBe(
      '/student/CoursePage/8-Queries',
    )
    box.getByText('Recommended')
  })

  test('do not hide the lessons when the courses are only recommended', async () => {
    const requires = [{ course_id: 7, title: 'Tables', blocking: false, done: false }]
    showCourse([buildLesson({ title: 'Joins' })], { course: { requires } })
    await screen.findByRole('region', { name: /Recommended first/ })
    list().getByRole('link', { name: /Joins/ })
  })
})

describe('what completes a lesson', () => {
  test.each([
    [{ completion: 'watched', watch_percent: 80, watched_percent: 40 }, 'Watched 40 of 80%'],
    [{ completion: 'passed', kind: 'quiz', url: '' }, 'Completed by passing the quiz'],
    [{ completion: 'accepted', kind: 'assignment', url: '' }, 'Completed when your work is accepted'],
  ] as const)('is said instead of a tick: %j', async (values, text) => {
    showCourse([buildLesson({ title: 'Joins' }), buildLesson({ material_id: 2, title: 'Indexes', ...values })])
    const row = await findRow(/^Indexes$/)
    within(row).getByText(text)
    expect(within(row).queryByRole('checkbox')).toBeNull()
    screen.getByRole('checkbox', { name: 'Mark “Joins” as completed' })
  })

  test('is watching: the record of the server shows, and completes the lesson', async () => {
    const lesson = buildLesson({ completion: 'watched', watch_percent: 80, duration: 100 })
    let answer = { watched_percent: 45, isCompleted: false, progress: 0 }
    const { state, calls } = showCourse([lesson], { mocks: { saveLessonPosition: () => ({ msg: answer }) } })
    await screen.findByRole('button', { name: 'Play' })
    const video = document.querySelector('video')
    if (!video) throw new Error('There is no video')
    Object.defineProperty(video, 'duration', { value: 100 })
    const pauseAt = (seconds: number) => {
      video.dispatchEvent(new Event('loadedmetadata'))
      video.currentTime = seconds
      video.dispatchEvent(new Event('pause'))
    }
    // Again, because the player may not have subscribed to the video yet.
    await vi.waitFor(() => {
      pauseAt(45)
      screen.getByText('Watched 45 of 80%')
    })
    expect(calls.find(({ name }) => name === 'saveLessonPosition')?.input).toEqual({
      id: lesson.material_id,
      position: 45,
      watched: [],
    })
    answer = { watched_percent: 85, isCompleted: true, progress: 100 }
    state.lessons = [{ ...lesson, isCompleted: true, watched_percent: 85 }]
    state.course = { ...state.course, progress: 100, finished_date: '2026-11-22T00:00:00.000Z' }
    pauseAt(85)
    await screen.findByText('Course finished')
    screen.getByText('100%')
  })

  test('is saved for the lesson that was left while it played, and not for the next one', async () => {
    const lessons = [
      buildLesson({ material_id: 1, title: 'Joins', completion: 'watched', watch_percent: 80 }),
      buildLesson({ material_id: 2, title: 'Indexes', completion: 'watched', watch_percent: 80 }),
    ]
    const answer = { watched_percent: 45, isCompleted: false, progress: 0 }
    const { user, calls } = showCourse(lessons, { mocks: { saveLessonPosition: () => ({ msg: answer }) } })
    const getSaved = () => calls.flatMap(({ name, input }) => (name === 'saveLessonPosition' ? [input] : []))
    await screen.findByRole('button', { name: 'Play' })
    const video = document.querySelector('video')
    if (!video) throw new Error('There is no video')
    Object.defineProperty(video, 'duration', { value: 100 })
    // Again, because the player may not have subscribed to the video yet.
    await vi.waitFor(() => {
      video.dispatchEvent(new Event('loadedmetadata'))
      video.currentTime = 20
      video.dispatchEvent(new Event('pause'))
      expect(getSaved()).toHaveLength(1)
    })
    video.currentTime = 45
    await user.click(list().getByRole('link', { name: /Indexes/ }))
    await screen.findByRole('region', { name: 'Player: Indexes' })
    await waitFor(() => expect(getSaved()).toHaveLength(2))
    expect(getSaved()[1]).toMatchObject({ id: 1, position: 45 })
    within(await findRow(/^Joins$/)).getByText('Watched 45 of 80%')
    within(await findRow(/^Indexes$/)).getByText('Watched 0 of 80%')
  })
})

test('a tick that waits for another is sent for its own course when the next course is open', async () => {
  const answers: (() => void)[] = []
  const { router, calls, state } = showCourse(
    [buildLesson({ material_id: 1, title: 'Joins' }), buildLesson({ material_id: 2, title: 'Indexes' })],
    {
      mocks: {
        completeCourse: () =>
          new Promise((resolve) => {
            answers.push(() => resolve({ msg: { progress: 50 } }))
          }),
      },
    },
  )
  const getTicks = () => calls.flatMap(({ name, input }) => (name === 'completeCourse' ? [input] : []))
  for (const box of await screen.findAllByRole('checkbox')) fireEvent.click(box)
  await waitFor(() => expect(answers).toHaveLength(1))
  state.course = { ...state.course, title: 'Another' }
  await router.navigate('/student/CoursePage/42-Another')
  await screen.findByRole('heading', { level: 1, name: 'Another' })
  answers[0]?.()
  await waitFor(() => expect(getTicks()).toHaveLength(2))
  expect(getTicks()).toMatchObject([
    { id: 1, course_id: 41 },
    { id: 2, course_id: 41 },
  ])
})

describe('the way through the course', () => {
  const LESSONS = [
    buildLesson({ material_id: 1, title: 'Joins' }),
    buildLesson({ material_id: 2, title: 'Closed', url: '', locked: true, locked_reason: 'opens_later' }),
    buildLesson({ material_id: 3, title: 'Indexes' }),
    buildLesson({ material_id: 4, title: 'Plans', kind: 'article', url: '' }),
  ]
  const getLinks = () =>
    within(screen.getByRole('navigation', { name: 'Lesson' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')?.split('?')[1]])

  test('leads from every lesson to the open ones before and after it', async () => {
    const { user } = showCourse(LESSONS, { content: { content: '<p>Text</p>' }, search: '?lesson=4' })
    await screen.findByText('Text')
    expect(getLinks()).toEqual([['Previous: Indexes', 'lesson=3&play']])
    await user.click(screen.getByRole('link', { name: 'Previous: Indexes' }))
    await screen.findByRole('region', { name: 'Player: Indexes' })
    expect(document.activeElement).not.toBe(document.body)
    expect(getLinks()).toEqual([
      ['Previous: Joins', 'lesson=1&play'],
      ['Next: Plans', 'lesson=4&play'],
    ])
    await user.click(screen.getByRole('link', { name: 'Previous: Joins' }))
    await screen.findByRole('region', { name: 'Player: Joins' })
    expect(document.activeElement).not.toBe(document.body)
    expect(getLinks()).toEqual([['Next: Indexes', 'lesson=3&play']])
  })

  test('has no links below the only lesson', async () => {
    showCourse([buildLesson({ title: 'Joins' })])
    await screen.findByRole('region', { name: 'Player: Joins' })
    expect(screen.queryByRole('navigation', { name: 'Lesson' })).toBeNull()
  })

  test.each([
    ['Start course', {}],
    ['Continue', { position: 12 }],
    ['Continue', { isCompleted: true }],
  ])('says “%s” when the first lesson has %j', async (name, first) => {
    showCourse([buildLesson({ material_id: 1, ...first }), buildLesson({ material_id: 2 })])
    const progress = within(await screen.findByRole('region', { name: 'Progress' }))
    progress.getByRole('link', { name })
  })
})

describe('the end of a video', () => {
  const CLOSED = { material_id: 2, title: 'Indexes', url: '', locked: true } as const

  async function endVideo() {
    await screen.findByRole('button', { name: 'Play' })
    const video = document.querySelector('video')
    if (!video) throw new Error('There is no video')
    Object.defineProperty(video, 'ended', { value: true })
    // Again, because the player may not have subscribed to the video yet.
    await vi.waitFor(() => {
      video.dispatchEvent(new Event('ended'))
      screen.getByRole('button', { name: 'Watch again' })
    })
  }

  test.each([
    ['last', [], "You've reached the last lesson"],
    ['one before a lesson that waits for it', [{ locked_reason: 'in_order' }], 'Complete this lesson to open the next'],
    ['one before a lesson that opens later', [{ locked_reason: 'opens_later' }], 'The next lesson isn’t open yet'],
    ['preview', [{ locked_reason: 'not_enrolled' }], 'End of the preview'],
  ] as const)('says what follows when the lesson is the %s', async (_title, following, text) => {
    showCourse([buildLesson({ title: 'Joins' }), ...following.map((one) => buildLesson({ ...CLOSED, ...one }))])
    await endVideo()
    screen.getByText(text)
  })

  test('counts down to the next lesson once its completion has opened it', async () => {
    const joins = buildLesson({ title: 'Joins' })
    const { user, state } = showCourse([joins, buildLesson({ ...CLOSED, locked_reason: 'in_order' })], {
      mocks: {
        completeCourse: () => {
          state.lessons = [{ ...joins, isCompleted: true }, buildLesson({ material_id: 2, title: 'Indexes' })]
          return { msg: { progress: 50 } }
        },
      },
    })
    await endVideo()
    await user.click(screen.getByRole('button', { name: 'Mark as completed' }))
    await screen.findByRole('button', { name: /^Next lesson in \d$/ })
    screen.getByText('Next: Indexes', { selector: 'p' })
  })

  test('gives the focus of “Next lesson” to the next lesson', async () => {
    const { user } = showCourse([buildLesson({ title: 'Joins' }), buildLesson({ material_id: 2, title: 'Indexes' })])
    await endVideo()
    await user.click(screen.getByRole('button', { name: /^Next lesson/ }))
    const player = await screen.findByRole('region', { name: 'Player: Indexes' })
    // React moves it once the page has changed.
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.activeElement?.contains(player)).toBe(true)
  })
})

const code = (language: string, ...lines: string[]) =>
  `<div class="ql-code-block-container" spellcheck="false">${lines.map((line) => `<div class="ql-code-block" data-language="${language}">${line}</div>`).join('')}</div>`

describe('an article', () => {
  const ARTICLE = buildLesson({ title: 'Joins', kind: 'article', url: '', duration: null })

  test('is sanitized and has its code highlighted, line by line', async () => {
    const content = `<p onclick="alert(1)">Text</p><script>alert(1)</script>${code('sql', 'select &lt;1&gt;', 'from t')}${code('plain', 'select')}`
    showCourse([ARTICLE], { content: { content } })
    await screen.findByText('Text')
    const keyword = await screen.findByText('select', { selector: '.hljs-keyword' })
    expect(keyword.closest('code')?.textContent).toBe('select <1>\nfrom t')
    expect(document.querySelector('.post [onclick], .post script')).toBeNull()
    expect(document.querySelectorAll('.post code')).toHaveLength(1)
    screen.getByText('· 1 min read')
  })

  test('is ticked below its text, and leads to the next lesson', async () => {
    const { user, calls } = showCourse([ARTICLE, buildLesson({ material_id: 2, title: 'Indexes' })], {
      content: { content: '<p>Text</p>' },
      mocks: { completeCourse: () => ({ msg: { progress: 50 } }) },
    })
    await screen.findByText('Text')
    await user.click(screen.getByRole('button', { name: 'Mark as completed' }))
    expect(calls.find(({ name }) => name === 'completeCourse')?.input).toMatchObject({ id: 901, value: true })
    const next = screen.getByRole('link', { name: 'Next: Indexes' })
    expect(next.getAttribute('href')).toContain('?lesson=2&play')
  })

  test('says that it could not be ticked, whichever tab is open', async () => {
    spyOnConsoleError()
    const { user } = showCourse([ARTICLE], {
      content: { content: '<p>Text</p>' },
      mocks: {
        completeCourse: () => {
          throw new AppError('connection')
        },
      },
    })
    await screen.findByText('Text')
    await user.click(screen.getByRole('tab', { name: 'Notes' }))
    await user.click(screen.getByRole('button', { name: 'Mark as completed' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Couldn’t save your progress. Error connecting to server.')
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows an error with a way on when it does not load', async () => {
    spyOnConsoleError()
    let isDown = true
    const { user } = showCourse([ARTICLE], {
      mocks: {
        getLesson: () => {
          if (isDown) throw new Error('down')
          const { title, subtitle, captions, file_name } = ARTICLE
          const base = { material_id: 901, kind: 'article' as const, url: '', title, subtitle, captions, file_name }
          return { msg: { ...base, content: '<p>Text</p>', assignment: null } }
        },
      },
    })
    await screen.findByText(/We couldn’t load this lesson/)
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Text')
  })
})

describe('a file', () => {
  const setViewer = (isEnabled: boolean) =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: isEnabled, configurable: true })
  afterEach(() => setViewer(false))
  const PDF = buildLesson({ title: 'Cheat sheet', kind: 'file', url: '/uploads/ab.pdf', file_name: 'joins.pdf' })

  test.each([true, false])(
    'that is a PDF is shown where the browser can (%s), and downloads by its name',
    async (can) => {
      setViewer(can)
      showCourse([PDF])
      const link = await screen.findByRole('link', { name: 'Download joins.pdf' })
      expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/uploads/ab.pdf', 'joins.pdf'])
      screen.getByRole('link', { name: 'Open in a new tab' })
      expect(document.querySelector('iframe')?.title).toBe(can ? 'Cheat sheet' : undefined)
    },
  )

  test('of another type is only a download', async () => {
    setViewer(true)
    showCourse([buildLesson({ ...PDF, url: '/uploads/ab.file', file_name: 'data.zip' })])
    await screen.findByRole('link', { name: 'Download data.zip' })
    expect(document.querySelector('iframe')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Open in a new tab' })).toBeNull()
  })
})

describe('an embed', () => {
  const embed = (url: string) => buildLesson({ title: 'Try it', kind: 'embed', url })

  test('is a sandboxed frame of an allowed site', async () => {
    showCourse([embed('https://codepen.io/team/pen/abc')])
    const frame = await screen.findByTitle('Try it')
    expect(frame.getAttribute('src')).toBe('https://codepen.io/team/embed/abc?default-tab=result')
    expect(frame.getAttribute('sandbox')).not.toMatch(/top-navigation|modals|downloads/)
    expect(frame.getAttribute('loading')).toBe('lazy')
  })

  test.each(['https://evil.example/x', 'javascript:alert(1)'])('of %s is no frame', async (url) => {
    showCourse([embed(url)])
    await screen.findByText(/This page can’t be shown here/)
    expect(document.querySelector('iframe')).toBeNull()
    const link = screen.queryByRole('link', { name: 'Open it in a new tab' })
    expect(link?.getAttribute('href')).toBe(url.startsWith('https:') ? url : undefined)
  })
})

describe('a finished course', () => {
  const done = (values: Partial<Lesson> = {}) => buildLesson({ isCompleted: true, ...values })
  const FINISHED = { progress: 100, finished_date: '2026-11-01T00:00:00.000Z' }

  test('links the certificate and says what was added since', async () => {
    showCourse([done(), buildLesson({ material_id: 2, title: 'Late', is_new: true })], {
      course: { ...FINISHED, certificate_id: 'c-1' },
    })
    const box = within(await screen.findByRole('region', { name: 'Progress' }))
    box.getByText('100%')
    box.getByText('1 new lesson since you finished.')
    expect(box.getByRole('link', { name: /See what’s new/ }).getAttribute('href')).toContain('?lesson=2&play')
    expect(box.getByRole('link', { name: /Your certificate/ }).getAttribute('href')).toBe('/certificates/c-1')
    within(await findRow(/^Late$/)).getByText('New')
    expect(screen.queryByText('Course finished')).toBeNull()
  })

  test('stays finished while a new lesson is ticked and unticked', async () => {
    const lessons = [done({ title: 'Old' }), buildLesson({ material_id: 2, title: 'Late', is_new: true })]
    const { user } = showCourse(lessons, {
      course: FINISHED,
      mocks: { completeCourse: () => new Promise(() => {}) },
    })
    const tick = await screen.findByRole('checkbox', { name: 'Mark “Late” as completed' })
    await user.click(tick)
    await user.click(tick)
    screen.getByText('100%')
    await user.click(screen.getByRole('checkbox', { name: 'Mark “Old” as completed' }))
    await screen.findByText('0%')
  })

  test('is celebrated once, when the last lesson is completed', async () => {
    const lessons = [done({ title: 'One' }), buildLesson({ material_id: 2, title: 'Two' })]
    const { user, state } = showCourse(lessons, {
      course: { progress: 50 },
      mocks: {
        completeCourse: () => {
          state.lessons = [done({ title: 'One' }), done({ material_id: 2, title: 'Two' })]
          state.course = { ...state.course, ...FINISHED, certificate_id: 'c-2' }
          return { msg: { progress: 100 } }
        },
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Mark “Two” as completed' }))
    await screen.findByText('Course finished')
    const certificate = within(await screen.findByRole('region', { name: 'Your certificate' }))
    expect(certificate.getByRole('link', { name: 'View certificate' }).getAttribute('href')).toBe('/certificates/c-2')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Course finished')).toBeNull()
  })

  test('is offered when every lesson is completed but the course is not finished', async () => {
    const { user, calls, state } = showCourse([done()], {
      course: { progress: 99, can_finish: true },
      mocks: {
        finishCourse: () => {
          state.course = { ...state.course, ...FINISHED, can_finish: false, certificate_id: 'c-3' }
          return { msg: { certificate_id: 'c-3' } }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Finish course' }))
    await screen.findByText('Course finished')
    expect(calls.find(({ name }) => name === 'finishCourse')?.input).toEqual({ course_id: 41 })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Progress' })))
  })
})

test('the page shows what the course says about itself, and nothing where it is silent', async () => {
  const details = {
    ...{ pitch: 'Read any query.', outcomes: ['Read joins'], requirements: ['A laptop'], level: 'Beginner' as const },
    ...{ language: 'English', faq: [{ question: 'How long?', answer: 'A day.' }] },
    ...{ instructor_name: 'Ada Osei', instructor_bio: 'Teaches joins.' },
  }
  showCourse([buildLesson()], { course: { details } })
  await screen.findByText('Read any query.')
  for (const name of ['What you will learn', 'Requirements', 'Questions and answers', 'Ada Osei'])
    screen.getByRole('heading', { name })
  for (const text of ['Beginner', 'English', 'Updated', 'ADMIN']) screen.getByText(new RegExp(`^${text}`))
})
