import { afterEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { call, pages } from './api.ts'

const real = globalThis.fetch
afterEach(() => {
  globalThis.fetch = real
})

/** What the next request was, answered with this. */
function answerWith(answer: () => Response | Promise<Response>) {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  globalThis.fetch = async (url, init) => {
    requests.push({ url: String(url), init })
    return answer()
  }
  return requests
}

const refusalOf = async (promise: Promise<unknown>): Promise<AppError> => {
  const refusal: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(refusal instanceof AppError)) throw new Error('It was not refused')
  return refusal
}

test('a call sends JSON with the cookie, and a GET no body', async () => {
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

test('an answer comes out of its envelope: msg, or data for login and signup, with its next page', async () => {
  answerWith(() => Response.json({ status: true, msg: [1], nextPage: 2 }))
  expect(await call('getUsers', { page: 1 })).toEqual({ msg: [1], nextPage: 2 })
  answerWith(() => Response.json({ status: true, data: 'Welcome', nextPage: '/' }))
  expect(await call('login', { email: 'a@mail.example', password: 'b' })).toEqual({ msg: 'Welcome', nextPage: '/' })
})

test('a refusal is an error with the server’s code and words', async () => {
  answerWith(() =>
    Response.json({ status: false, code: 'email_taken', data: 'This email is already registered' }, { status: 409 }),
  )
  const refusal = await refusalOf(call('login', { email: 'a@mail.example', password: 'b' }))
  expect([refusal.code, refusal.message]).toEqual(['email_taken', 'This email is already registered'])
})

test.each<[string, () => Response | Promise<Response>]>([
  ['no line', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a page instead of JSON', () => new Response('<!doctype html>')],
  ['JSON that is not ours', () => Response.json({ hello: 'world' })],
  ['nothing', () => Response.json(null)],
])('%s is an error connecting to the server', async (_what, answer) => {
  answerWith(answer)
  const refusal = await refusalOf(call('getAdminId', {}))
  expect([refusal.code, refusal.message]).toEqual(['connection', 'Error connecting to server'])
})

test('a 404 that is not ours is a page that is not found', async () => {
  answerWith(() => Response.json({ hello: 'world' }, { status: 404 }))
  const refusal = await refusalOf(call('getAdminId', {}))
  expect([refusal.code, refusal.message]).toEqual(['page_not_found', 'Page is not found'])
})

test('an infinite list starts at page 1 and takes the next page from nextPage', () => {
  const { initialPageParam, getNextPageParam } = pages('getUsers', {})
  expect(initialPageParam).toBe(1)
  const page = { msg: [], nextPage: 7 }
  expect(getNextPageParam(page, [page], 1, [1])).toBe(7)
  const last = { msg: [], nextPage: null }
  expect(getNextPageParam(last, [last], 7, [7])).toBeNull()
})
