import { afterEach, expect, test, vi } from 'vitest'
import { stubLessonFiles } from '#web/testing/stub-lesson-files.ts'
import { uploadLessonFile } from './upload-lesson-file.ts'

// Outside a browser the package gives its form for Node, which knows neither File nor local storage.
vi.mock('tus-js-client', () => import('tus-js-client/lib.es5/browser/index.js' as 'tus-js-client'))

const MB = 1024 * 1024
const film = (size = 10 * MB) => new File([new Uint8Array(size)], 'film.webm', { lastModified: 1 })
const send = (file = film()) => {
  const heard: number[] = []
  return { heard, ...uploadLessonFile(file, (percent) => heard.push(percent)) }
}

/** What it comes to, however long that takes on the clock. */
async function inTime(done: Promise<unknown>): Promise<unknown> {
  let result: unknown
  done.then(
    (value) => (result = value),
    (failure: unknown) => (result = failure),
  )
  for (let seconds = 0; result === undefined && seconds < 300; seconds++) await vi.advanceTimersByTimeAsync(1_000)
  return result
}

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

test('a file goes in parts of four megabytes, and its address comes back', async () => {
  const { seen } = stubLessonFiles()
  const { done, heard } = send()
  expect(await done).toEqual({ url: '/uploads/kept.webm', duration: null })
  expect(seen).toEqual([
    { method: 'POST', offset: 0, bytes: 0 },
    { method: 'PATCH', offset: 0, bytes: 4 * MB },
    { method: 'PATCH', offset: 4 * MB, bytes: 4 * MB },
    { method: 'PATCH', offset: 8 * MB, bytes: 2 * MB },
  ])
  expect(heard).toEqual([...heard].sort((a, b) => a - b))
  expect([heard[0], heard.at(-1)]).toEqual([0, 100])
  expect(localStorage).toHaveLength(0)
})

test('after a broken line, a busy server or another part on its way it goes on where it was', async () => {
  vi.useFakeTimers()
  const fates = [
    'as it should',
    'as it should',
    'connection',
    'busy',
    'as it should',
    'upload_moved_on',
    'as it should',
    'too_often',
  ] as const
  let turn = 0
  const { seen, methods } = stubLessonFiles(() => fates[turn++] ?? 'as it should')
  expect(await inTime(send().done)).toMatchObject({ url: '/uploads/kept.webm' })
  expect(methods()).toBe('POST PATCH PATCH HEAD HEAD PATCH HEAD PATCH HEAD PATCH PATCH')
  expect(seen.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset / MB)).toEqual([0, 4, 4, 4, 4, 8])
})

test('after a reload the same file goes on, and another one begins anew', async () => {
  let isGone = false
  const { methods } = stubLessonFiles(({ offset }) => (offset === 4 * MB && !isGone ? 'not_signed_in' : 'as it should'))
  await expect(send().done).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(methods()).toBe('POST PATCH PATCH')
  isGone = true
  await send(film(1 * MB)).done
  expect(methods()).toBe('POST PATCH PATCH POST PATCH')
  expect((await send().done).url).toBe('/uploads/kept.webm')
  expect(methods()).toBe('POST PATCH PATCH POST PATCH HEAD PATCH PATCH')
})

test('who was signed out meanwhile loses nothing that was sent', async () => {
  let isSignedIn = true
  const { methods } = stubLessonFiles(({ method }) => {
    if (method === 'PATCH' && isSignedIn) isSignedIn = false
    return isSignedIn || method === 'POST' ? 'as it should' : 'not_signed_in'
  })
  await expect(send().done).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(send().done).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(methods()).toBe('POST PATCH HEAD')
  expect(localStorage).toHaveLength(1)
})

test('an upload that the server has given up is begun anew', async () => {
  const { uploads, methods } = stubLessonFiles(({ offset }) =>
    offset === 4 * MB && uploads.size === 1 ? 'not_allowed' : 'as it should',
  )
  await expect(send().done).rejects.toMatchObject({ code: 'not_allowed' })
  uploads.clear()
  uploads.set('another', { offset: 0, size: 1 }).set('third', { offset: 0, size: 1 })
  await send().done
  expect(methods()).toBe('POST PATCH PATCH HEAD POST PATCH PATCH PATCH')
})

test.each(['not_a_lesson_file', 'too_large', 'not_signed_in', 'cross_site'] as const)(
  'the refusal %s is said at once, in the server’s words',
  async (code) => {
    const { methods } = stubLessonFiles(({ method }) => (method === 'PATCH' ? code : 'as it should'))
    await expect(send().done).rejects.toMatchObject({ name: 'AppError', code, message: `Refused: ${code}` })
    expect(methods()).toBe('POST PATCH')
  },
)

test('a line that never comes back is a lost connection in the end', async () => {
  vi.useFakeTimers()
  stubLessonFiles(() => 'connection')
  expect(await inTime(send().done)).toMatchObject({ name: 'AppError', code: 'connection' })
})

test('what is cancelled is given up on the server, too, and says no more', async () => {
  const { uploads, methods } = stubLessonFiles()
  const settled = vi.fn<() => void>()
  const { done, cancel } = uploadLessonFile(film(), (percent) => {
    if (percent >= 40) cancel()
  })
  done.then(settled, settled)
  await vi.waitFor(() => expect(methods()).toContain('DELETE'))
  await vi.waitFor(() => expect(uploads.size).toBe(0))
  await vi.waitFor(() => expect(localStorage).toHaveLength(0))
  expect(settled).not.toHaveBeenCalled()
})

test('cancelled before it began, nothing is sent', async () => {
  const { seen } = stubLessonFiles()
  send().cancel()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(seen).toEqual([])
})

test('a film’s length is told where the browser can, and asked of nothing else', async () => {
  stubLessonFiles()
  const give = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film')
  const create = document.createElement.bind(document)
  const length = (seconds: number) =>
    vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
      const element = create(name)
      Object.defineProperty(element, 'duration', { value: seconds })
      setTimeout(() => element.dispatchEvent(new Event('loadedmetadata')))
      return element
    })
  const durationOf = async (file: File) => (await uploadLessonFile(file, () => {}).done).duration
  length(24.5)
  expect(await durationOf(new File(['x'], 'a.webm', { type: 'video/webm' }))).toBe(24.5)
  length(Infinity)
  expect(await durationOf(new File(['x'], 'b.webm', { type: 'video/webm' }))).toBeNull()
  expect(await durationOf(new File(['WEBVTT'], 'c.vtt', { type: 'text/vtt' }))).toBeNull()
  expect(give).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})
