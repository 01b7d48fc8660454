import { afterEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { call, pages } from './api.ts'

const real = globalThis.fetch
afterEach(() => {
  globalThis.fetch = real
})

/** Answers every request with this, and returns the requests. */
function answerWith(answer: () => Response | Promise<Response>) {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  globalThis.fetch = async (url, init) => {
    requests.push({ url: String(url), init })
    return answer()
  }
  return requests
}

const getRejection = async (promise: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof AppError)) throw new Error('The call did not fail with an AppError')
  return error
}

test('sends JSON with the cookie, and no body for GET', async () => {
  const requests = answerWith(() => Response.json({ status: true, msg: 'ok', data: 'ok', nextPage: '/' }))
  await call('login', { email: 'a@mail.example', password: 'b' })
  await call('getAdminId', {})
  expect(requests).toMatchObject([
    {
      url: '/api/login',
      init: {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"a@mail.example","password":"b"}',
      },
    },
    { url: '/api/getAdminId', init: { method: 'GET', credentials: 'same-origin' } },
  ])
  expect(requests[1]?.init).not.toHaveProperty('body')
})

test('a lesson’s position is sent even if the tab is closed meanwhile', async () => {
  const requests = answerWith(() => Response.json({ status: true, msg: 'ok' }))
  await call('saveLessonPosition', { id: 901, position: 12 })
  await call('readNotifications', {})
  expect(requests.map(({ init }) => init?.keepalive)).toEqual([true, undefined])
})

test('returns msg, or data for login and signup, with the next page', async () => {
  answerWith(() => Response.json({ status: true, msg: [1], nextPage: 2 }))
  expect(await call('getUsers', { page: 1 })).toEqual({ msg: [1], nextPage: 2 })
  answerWith(() => Response.json({ status: true, data: 'Welcome', nextPage: '/' }))
  expect(await call('login', { email: 'a@mail.example', password: 'b' })).toEqual({ msg: 'Welcome', nextPage: '/' })
})

test('throws the server’s code and message', async () => {
  answerWith(() =>
    Response.json({ status: false, code: 'email_taken', data: 'This email is already registered' }, { status: 409 }),
  )
  const error = await getRejection(call('login', { email: 'a@mail.example', password: 'b' }))
  expect([error.code, error.message]).toEqual(['email_taken', 'This email is already registered'])
})

test.each<[string, () => Response | Promise<Response>]>([
  ['a failed request', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a page instead of JSON', () => new Response('<!doctype html>')],
  ['unknown JSON', () => Response.json({ hello: 'world' })],
  ['null', () => Response.json(null)],
])('throws a connection error for %s', async (_what, answer) => {
  answerWith(answer)
  const error = await getRejection(call('getAdminId', {}))
  expect([error.code, error.message]).toEqual(['connection', 'Error connecting to server'])
})

test.each<[string, () => Response]>([
  ['other JSON', () => Response.json({ hello: 'world' }, { status: 404 })],
  ['a page', () => new Response('<!doctype html><title>Not found</title>', { status: 404 })],
  ['nothing', () => new Response(null, { status: 404 })],
  ['cut-off JSON', () => new Response('{"status":fal', { status: 404 })],
])('throws page_not_found for a 404 with %s', async (_what, answer) => {
  answerWith(answer)
  const error = await getRejection(call('getAdminId', {}))
  expect([error.code, error.message]).toEqual(['page_not_found', 'Page is not found'])
})

test('starts an infinite query at page 1 and continues at nextPage', () => {
  const { initialPageParam, getNextPageParam } = pages('getUsers', {})
  expect(initialPageParam).toBe(1)
  const page = { msg: [], nextPage: 7 }
  expect(getNextPageParam(page, [page], 1, [1])).toBe(7)
  const last = { msg: [], nextPage: null }
  expect(getNextPageParam(last, [last], 7, [7])).toBeNull()
})
