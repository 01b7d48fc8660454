import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

const LESSONS = [
  buildLesson({ material_id: 901, title: 'Joins, drawn' }),
  buildLesson({ material_id: 902, title: 'Indexes' }),
]

let isOnline = true
beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(HTMLVideoElement.prototype, 'error')
})

async function showLesson(mocks: CallMocks = {}) {
  const course = buildCourse({ enrolled: true, lessons: LESSONS.length })
  const view = renderScreen('/student/CoursePage/41-DatabaseManagement', {
    ...mockSignedIn(),
    getReviews: () => ({ msg: [], nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    getCourseData: () => ({
      msg: { msg: { course, materials: LESSONS, completed: [], sections: [] }, enrolled: true },
    }),
    reportLessonProblem: () => ({ msg: 'Thanks' }),
    ...mocks,
  })
  await waitFor(getVideo)
  const getReports = () => view.calls.filter(({ name }) => name === 'reportLessonProblem').map(({ input }) => input)
  return { ...view, getReports }
}

function getVideo(): HTMLVideoElement {
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no video')
  return video
}

function failVideo(code: number, duration = Number.NaN): void {
  Object.defineProperty(getVideo(), 'duration', { value: duration, configurable: true })
  Object.defineProperty(getVideo(), 'error', { value: { code }, configurable: true })
  fireEvent.error(getVideo())
}

const NETWORK = 2
const DECODE = 3
const NOT_SUPPORTED = 4

test.each([NETWORK, DECODE, NOT_SUPPORTED])(
  'says that a lesson does not play, and reports it once (error %i)',
  async (code) => {
    const { user, getReports } = await showLesson()
    failVideo(code)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn't play this lesson\./)
    await screen.findByText(/The admin has been told/)
    expect(getReports()).toEqual([{ material_id: 901 }])

    const failed = getVideo()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(getVideo()).not.toBe(failed)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Player: Joins, drawn' }))
    failVideo(code)
    await screen.findByRole('button', { name: 'Retry' })
    await user.click(screen.getByRole('link', { name: /^Indexes/ }))
    await waitFor(() => expect(getVideo().getAttribute('aria-label')).toBe('Indexes'))
    await user.click(screen.getByRole('link', { name: /^Joins, drawn/ }))
    await waitFor(() => expect(getVideo().getAttribute('aria-label')).toBe('Joins, drawn'))
    failVideo(code)
    await screen.findByRole('alert')
    expect(getReports()).toHaveLength(1)
  },
)

test('reports each lesson that does not play', async () => {
  const { user, getReports } = await showLesson()
  failVideo(NOT_SUPPORTED)
  await user.click(await screen.findByRole('link', { name: /^Indexes/ }))
  await waitFor(() => expect(getVideo().getAttribute('aria-label')).toBe('Indexes'))
  failVideo(NOT_SUPPORTED)
  await waitFor(() => expect(getReports()).toEqual([{ material_id: 901 }, { material_id: 902 }]))
})

test.each([true, false])('plays on once after a failure only if the lesson was playing: %s', async (wasPlaying) => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const { user, router } = await showLesson()
  const failed = getVideo()
  Object.defineProperty(failed, 'paused', { value: !wasPlaying, configurable: true })
  failVideo(NETWORK, 60)
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  const loadVideo = () => {
    Object.defineProperty(getVideo(), 'duration', { value: 60, configurable: true })
    fireEvent.loadedMetadata(getVideo())
  }
  expect(getVideo()).not.toBe(failed)
  loadVideo()
  expect(play.mock.contexts).toEqual(wasPlaying ? [getVideo()] : [])
  play.mockClear()
  await router.navigate('?lesson=901&play')
  await waitFor(() => expect(play.mock.contexts).toEqual([getVideo()]))
})

test('blames and reports no lesson while the student is offline, and tries again when online', async () => {
  const { getReports } = await showLesson()
  isOnline = false
  failVideo(NOT_SUPPORTED)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^You are offline\./)
  const failed = getVideo()
  isOnline = true
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(getVideo()).not.toBe(failed))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(getReports()).toEqual([])
})

test('does not report a lesson that stopped loading in the middle', async () => {
  const { getReports } = await showLesson()
  failVideo(NETWORK, 60)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The lesson stopped loading\./)
  expect(getReports()).toEqual([])
})

test('shows the failure of a video that failed before anyone listened', async () => {
  Object.defineProperty(HTMLVideoElement.prototype, 'error', { value: { code: NOT_SUPPORTED }, configurable: true })
  const { getReports } = await showLesson()
  await screen.findByRole('alert')
  await waitFor(() => expect(getReports()).toHaveLength(1))
})

test('does not claim that the admin was told when the report fails', async () => {
  const consoleError = spyOnConsoleError()
  await showLesson({ reportLessonProblem: failWith('too_often') })
  failVideo(NOT_SUPPORTED)
  expect((await screen.findByRole('alert')).textContent).toContain('Check your connection, then try again.')
  await waitFor(() => expect(consoleError).toHaveBeenCalled())
  expect(screen.queryByText(/admin has been told/)).toBeNull()
})

test('does not report for an admin who views the site as a student', async () => {
  const { getReports } = await showLesson({
    session: () => ({ msg: { ...mockSignedIn().session().msg, viewsAsStudent: true } }),
  })
  failVideo(NOT_SUPPORTED)
  await screen.findByRole('alert')
  expect(getReports()).toEqual([])
})
