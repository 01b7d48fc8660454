import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { stubLessonFiles } from '#web/testing/stub-lesson-files.ts'
import { uploadLessonFile } from './upload-lesson-file.ts'

// Outside a browser the package gives its form for Node, which has neither File nor local storage.
vi.mock('tus-js-client', () => import('tus-js-client/lib.es5/browser/index.js' as 'tus-js-client'))

const MB = 1024 * 1024
const createVideo = (size = 10 * MB) => new File([new Uint8Array(size)], 'video.webm', { lastModified: 1 })
const send = (file = createVideo()) => {
  const percents: number[] = []
  return { percents, ...uploadLessonFile(file, (percent) => percents.push(percent)) }
}

/** Settles a promise by advancing the clock. */
async function settle(done: Promise<unknown>): Promise<unknown> {
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

test('sends a file in chunks of 4 MB and returns its URL', async () => {
  const { requests } = stubLessonFiles()
  const { done, percents } = send()
  expect(await done).toEqual({ url: '/uploads/stored.webm', duration: null })
  expect(requests).toEqual([
    { method: 'POST', offset: 0, bytes: 0 },
    { method: 'PATCH', offset: 0, bytes: 4 * MB },
    { method: 'PATCH', offset: 4 * MB, bytes: 4 * MB },
    { method: 'PATCH', offset: 8 * MB, bytes: 2 * MB },
  ])
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  expect([percents[0], percents.at(-1)]).toEqual([0, 100])
  expect(localStorage).toHaveLength(0)
})

test('resumes after a lost connection, a busy server or a conflicting chunk', async () => {
  vi.useFakeTimers()
  const outcomes = ['ok', 'ok', 'connection', 'busy', 'ok', 'upload_moved_on', 'ok', 'too_often'] as const
  let turn = 0
  const { requests, methods } = stubLessonFiles(() => outcomes[turn++] ?? 'ok')
  expect(await settle(send().done)).toMatchObject({ url: '/uploads/stored.webm' })
  expect(methods()).toBe('POST PATCH PATCH HEAD HEAD PATCH HEAD PATCH HEAD PATCH PATCH')
  expect(requests.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset / MB)).toEqual([
    0, 4, 4, 4, 4, 8,
  ])
})

test('resumes the same file after a reload, and starts another file from the beginning', async () => {
  let isGone = false
  const { methods } = stubLessonFiles(({ offset }) => (offset === 4 * MB && !isGone ? 'not_signed_in' : 'ok'))
  await expect(send().done).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(methods()).toBe('POST PATCH PATCH')
  isGone = true
  await send(createVideo(1 * MB)).done
  expect(methods()).toBe('POST PATCH PATCH POST PATCH')
  expect((await send().done).url).toBe('/uploads/stored.webm')
  expect(methods()).toBe('POST PATCH PATCH POST PATCH HEAD PATCH PATCH')
})

test('keeps what was sent when the session ends', async () => {
  let isSignedIn = true
  const { methods } = stubLessonFiles(({ method }) => {
    if (method === 'PATCH' && isSignedIn) isSignedIn = false
    return isSignedIn || method === 'POST' ? 'ok' : 'not_signed_in'
  })
  await expect(send().done).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(send().done).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(methods()).toBe('POST PATCH HEAD')
  expect(localStorage).toHaveLength(1)
})

test('starts over when the server has deleted the upload', async () => {
  const { uploads, methods } = stubLessonFiles(({ offset }) =>
    offset === 4 * MB && uploads.size === 1 ? 'not_allowed' : 'ok',
  )
  await expect(send().done).rejects.toMatchObject({ code: 'not_allowed' })
  uploads.clear()
  uploads.set('another', { offset: 0, size: 1 }).set('third', { offset: 0, size: 1 })
  await send().done
  expect(methods()).toBe('POST PATCH PATCH HEAD POST PATCH PATCH PATCH')
})

test.each(['not_a_lesson_file', 'too_large', 'not_signed_in', 'cross_site'] as const)(
  'throws %s with the server’s message without a retry',
  async (code) => {
    const { methods } = stubLessonFiles(({ method }) => (method === 'PATCH' ? code : 'ok'))
    await expect(send().done).rejects.toMatchObject({ name: 'AppError', code, message: `Refused: ${code}` })
    expect(methods()).toBe('POST PATCH')
  },
)

test('throws a connection error when the connection does not recover', async () => {
  vi.useFakeTimers()
  stubLessonFiles(() => 'connection')
  expect(await settle(send().done)).toMatchObject({ name: 'AppError', code: 'connection' })
})

test('deletes a canceled upload on the server and does not settle', async () => {
  const { uploads, methods } = stubLessonFiles()
  const settled = vi.fn<() => void>()
  const { done, cancel } = uploadLessonFile(createVideo(), (percent) => {
    if (percent >= 40) cancel()
  })
  done.then(settled, settled)
  await vi.waitFor(() => expect(methods()).toContain('DELETE'))
  await vi.waitFor(() => expect(uploads.size).toBe(0))
  await vi.waitFor(() => expect(localStorage).toHaveLength(0))
  expect(settled).not.toHaveBeenCalled()
})

test('gives a file that is chosen again while it uploads an upload of its own', async () => {
  const { uploads, methods } = stubLessonFiles()
  let second: ReturnType<typeof send> | undefined
  const first = uploadLessonFile(createVideo(), (percent) => {
    if (percent >= 40) second ??= send()
  })
  expect((await first.done).url).toBe('/uploads/stored.webm')
  expect((await second?.done)?.url).toBe('/uploads/stored.webm')
  expect(uploads.size).toBe(2)
  expect(methods()).not.toContain('HEAD')
})

/** The browser's locks. A name that is added to the result is held by another tab. */
function stubLocks() {
  const held = new Set<string>()
  const request = async (name: string, _options: LockOptions, hold: (lock: Lock | null) => Promise<void> | void) => {
    if (held.has(name)) return hold(null)
    held.add(name)
    await hold({ name, mode: 'exclusive' })
    held.delete(name)
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  return held
}

test('leaves an upload to the tab that is sending it, and resumes it once that tab is closed', async () => {
  let isFailing = true
  const { methods, uploads } = stubLessonFiles(({ offset }) =>
    offset === 4 * MB && isFailing ? 'not_signed_in' : 'ok',
  )
  const held = stubLocks()
  await expect(send().done).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(held).toEqual(new Set())
  isFailing = false
  const [url = ''] = uploads.keys()
  const name = `upload ${url}`
  held.add(name)
  await send().done
  expect(methods()).toBe('POST PATCH PATCH POST PATCH PATCH PATCH')
  expect(held).toEqual(new Set([name]))
  held.delete(name)
  await send().done
  expect(methods()).toBe('POST PATCH PATCH POST PATCH PATCH PATCH HEAD PATCH PATCH')
})

test('holds its upload until it is done or canceled', async () => {
  const { methods } = stubLessonFiles()
  const held = stubLocks()
  const counts: number[] = []
  await uploadLessonFile(createVideo(), () => counts.push(held.size)).done
  expect([counts.at(-1), held.size]).toEqual([1, 0])
  const { cancel } = uploadLessonFile(createVideo(), (percent) => {
    counts.push(held.size)
    if (percent >= 40) cancel()
  })
  await vi.waitFor(() => expect([methods().endsWith('DELETE'), held.size]).toEqual([true, 0]))
  expect(counts.at(-1)).toBe(1)
})

test('sends nothing when it is canceled before the start', async () => {
  const { requests } = stubLessonFiles()
  send().cancel()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(requests).toEqual([])
})

test('returns the duration of a video, where the browser can read it', async () => {
  stubLessonFiles()
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:video')
  const create = document.createElement.bind(document)
  const stubDuration = (seconds: number) =>
    vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
      const element = create(name)
      Object.defineProperty(element, 'duration', { value: seconds })
      setTimeout(() => element.dispatchEvent(new Event('loadedmetadata')))
      return element
    })
  const getDuration = async (file: File) => (await uploadLessonFile(file, () => {}).done).duration
  stubDuration(24.5)
  expect(await getDuration(new File(['x'], 'a.webm', { type: 'video/webm' }))).toBe(24.5)
  stubDuration(Infinity)
  expect(await getDuration(new File(['x'], 'b.webm', { type: 'video/webm' }))).toBeNull()
  expect(await getDuration(new File(['WEBVTT'], 'c.vtt', { type: 'text/vtt' }))).toBeNull()
  expect(createUrl).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})
