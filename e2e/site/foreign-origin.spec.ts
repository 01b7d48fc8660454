import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { API_BASE, LESSON_FILES_PATH, paths, SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { PIXEL_PNG } from '../fixtures/files.ts'
import { callApi, type TestCourse, type TestPost } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'
import { getSession, MARA, type Student } from '../fixtures/users.ts'

// What a page of another origin can make a signed-in student's browser send (security.md, G5 and T11).

const FORM_PATHS = [
  ...[paths.login, paths.loginStep, paths.signup, paths.forgotPassword],
  ...[paths.verifyCode, paths.confirmPassword, paths.confirmEmail],
]

const WRITES = CALL_NAMES.filter((name) => getCall(name).method !== 'GET' || name === 'logout')

/** The site's own name is `localhost`: the browser sends its cookies to every port of it. */
const FOREIGN_HOSTS = [
  ['another port of the same site', 'localhost'],
  ['another site', '127.0.0.1'],
] as const

let server: Server
test.beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>A foreign page</title><link rel="icon" href="data:,"><main>Free lamps</main>')
  }).listen(0)
  await once(server, 'listening')
})
test.afterAll(() => void server.close())

for (const [what, host] of FOREIGN_HOSTS) {
  test(`a page of ${what} changes nothing for the student who visits it`, async ({
    openStudentPage,
    createCourse,
    createPost,
    baseURL,
    allowConsole,
  }) => {
    // Some 300 requests, most of them in frames of their own.
    test.slow()
    allowConsole(/40[13]|415|CORS|Failed to load|ERR_|frame|WebSocket|MIME|Cross-Origin/, 'the requests are refused')
    const { page, student } = await openStudentPage('Vera')
    const site = baseURL ?? ''
    const context = { site, student, course: await createCourse(), post: await createPost({ public: true }) }
    const before = await readEverything(page, student)
    const answers = watchAnswers(page, site)
    await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`)

    await sendForms(page, context)
    await loadPictures(page, context)
    await fetchCalls(page, context)
    await fetchFiles(page, context)
    expect(await openSocket(page, context)).toEqual({ closeCode: 4403, frames: [] })
    await followLink(page, context, `${API_BASE}/logout`, 403)

    // Everything that reached the server was refused there.
    const accepted = answers.filter(({ status }) => status !== 403 && status !== 415)
    expect(accepted).toEqual([])
    const arrived = new Set(answers.map(({ path }) => path))
    const posts = WRITES.filter((name) => getCall(name).method === 'POST').map((name) => `/api/${name}`)
    expect([...posts, ...FORM_PATHS, '/api/logout'].filter((path) => !arrived.has(path))).toEqual([])
    // Our own pages would make these calls by themselves.
    for (const path of [paths.logout, paths.studentLogout, paths.viewAsStudent]) {
      await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`)
      await followLink(page, context, path, 303)
    }
    expect(await readEverything(page, student)).toEqual(before)
    await proveThatOwnPagesCan(page, context)
  })
}

interface Context {
  site: string
  student: Student
  course: TestCourse
  post: TestPost
}

/** What would have an effect if the site took it; the other calls are sent without fields. */
const getInputs = ({ student: { id, email, password }, course, post }: Context): Partial<Record<CallName, object>> => ({
  addComment: { blog_id: post.id, comment_text: 'Free lamps' },
  enrollCourse: { course_id: course.id },
  updateUser: {
    student_id: id,
    first_name: 'Eva',
    last_name: 'Osei',
    email,
    birthdate: '1998-02-03',
    gender: 'Female',
  },
  changePassword: { password, new_password: 'a foreign lamp' },
  deleteAccount: { password },
  login: MARA,
  logout: {},
})

/** By forms and in the ways that need no permission of the site: `text/plain` is not asked about beforehand. */
async function sendForms(page: Page, context: Context): Promise<void> {
  const inputs = getInputs(context)
  const posts = WRITES.filter((name) => getCall(name).method === 'POST')
  const forms = [
    ...posts.map((name) => ({ path: `/api/${name}`, type: 'text/plain', fields: splitJson(inputs[name] ?? {}) })),
    { path: '/api/handleUploads', type: 'multipart/form-data', fields: { id: String(context.student.id) } },
    ...FORM_PATHS.map((path) => ({ path, type: 'application/x-www-form-urlencoded', fields: { ...MARA } })),
  ]
  await page.evaluate(
    async ({ site, forms }) => {
      const send = ({ path, type, fields }: (typeof forms)[number], index: number) => {
        const frame = document.createElement('iframe')
        frame.name = `frame${index}`
        // What is not shown is not drawn.
        frame.hidden = true
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: site + path,
          enctype: type,
        })
        form.target = frame.name
        for (const [name, value] of Object.entries(fields))
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
        document.body.append(frame, form)
        return new Promise((resolve) => {
          frame.addEventListener('load', resolve)
          form.submit()
        })
      }
      await Promise.all(forms.map(send))
    },
    { site: context.site, forms },
  )
}

/** As one field, whose `=` ends up in a string of the JSON. */
const splitJson = (input: object) => ({ [JSON.stringify({ ...input, x: '' }).slice(0, -2)]: '"}' })

async function loadPictures(page: Page, { site }: Context): Promise<void> {
  const load = (src: string) =>
    new Promise<string>((resolve) => {
      const picture = new Image()
      picture.addEventListener('load', () => resolve('loaded'))
      picture.addEventListener('error', () => resolve('refused'))
      picture.src = src
    })
  expect(await page.evaluate(load, `${site}/api/logout`)).toBe('refused')
}

async function fetchCalls(page: Page, context: Context): Promise<void> {
  const inputs = getInputs(context)
  const calls = WRITES.map((name) => {
    const { method } = getCall(name)
    return { url: `${context.site}/api/${name}`, method, body: JSON.stringify(inputs[name] ?? {}) }
  })
  const results = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ url, method, body }) => {
          const options = { method, credentials: 'include' as const, ...(method !== 'GET' && { body }) }
          const headers = { 'content-type': 'application/json' }
          const asJson = await fetch(url, { ...options, headers }).then(
            () => 'readable',
            () => 'refused',
          )
          // Other methods are not sent without a permission at all.
          if (method !== 'PUT') await fetch(url, { ...options, mode: 'no-cors' }).catch(() => {})
          if (method === 'POST') navigator.sendBeacon(url, body)
          return asJson
        }),
      ),
    calls,
  )
  expect(new Set(results)).toEqual(new Set(['refused']))
}

/** A picture, a file for an assignment, and a part of a resumable upload. */
async function fetchFiles(page: Page, { site, student }: Context): Promise<void> {
  const files = [LESSON_FILES_PATH, `${SUBMISSION_FILES_PATH}?material_id=1`].map((path) => site + path)
  const results = await page.evaluate(
    async ({ site, files, id, png }) => {
      const form = new FormData()
      form.append('id', String(id))
      form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'lamp.png')
      const options = { method: 'POST', credentials: 'include' as const }
      await fetch(`${site}/api/handleUploads`, { ...options, mode: 'no-cors', body: form })
      const send = (url: string, method: string) =>
        fetch(url, { ...options, method, headers: { 'tus-resumable': '1.0.0' }, body: 'x' }).then(
          () => 'readable',
          () => 'refused',
        )
      return Promise.all(files.flatMap((url) => ['POST', 'PATCH', 'DELETE'].map((method) => send(url, method))))
    },
    { site, files, id: student.id, png: [...PIXEL_PNG.buffer] },
  )
  expect(new Set(results)).toEqual(new Set(['refused']))
}

/** Writes to the admin if it is let in. */
async function openSocket(page: Page, { site, student }: Context) {
  return page.evaluate(
    ({ url, from }) =>
      new Promise<{ closeCode: number; frames: string[] }>((resolve) => {
        const socket = new WebSocket(url)
        const frames: string[] = []
        socket.addEventListener('message', ({ data }) => frames.push(String(data)))
        socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'init', sender_id: from })))
        socket.addEventListener('close', ({ code }) => resolve({ closeCode: code, frames }))
      }),
    { url: `${site.replace('http', 'ws')}/ws`, from: student.id },
  )
}

/** A link to another site has the session's cookie with it. */
async function followLink(page: Page, { site }: Context, path: string, status: number): Promise<void> {
  const [response] = await Promise.all([
    page.waitForResponse(`${site}${path}`),
    page.evaluate((url) => location.assign(url), `${site}${path}`),
  ])
  expect([path, response.status()]).toEqual([path, status])
  await page.waitForURL(status === 303 ? `${site}/` : `${site}${path}`)
}

interface Answer {
  path: string
  status: number
}

/** What the site answers to this page, without the questions for permission. Filled as the answers arrive. */
function watchAnswers(page: Page, site: string): Answer[] {
  const answers: Answer[] = []
  page.on('response', (response) => {
    const url = new URL(response.url())
    if (url.origin !== site || response.request().method() === 'OPTIONS') return
    answers.push({ path: url.pathname, status: response.status() })
  })
  return answers
}

/** Everything that is stored about her, and that she is signed in as herself. */
async function readEverything({ request }: Page, student: Student) {
  const { userData, loggedIn } = await getSession(request)
  expect([loggedIn, userData[0]?.student_id]).toEqual([true, student.id])
  return callApi<object>(request, 'GET', 'getOwnData')
}

/** The same requests have effects when the site's own page sends them. */
async function proveThatOwnPagesCan(page: Page, context: Context): Promise<void> {
  const inputs = getInputs(context)
  await page.goto('/')
  const send = ({ name, method, input }: { name: string; method: string; input: object | undefined }) =>
    fetch(`/api/${name}`, {
      method,
      ...(input && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
    }).then(({ status }) => status)
  for (const name of ['addComment', 'enrollCourse', 'login'] as const)
    expect([name, await page.evaluate(send, { name, method: getCall(name).method, input: inputs[name] })]).toEqual([
      ...[name, 200],
    ])
  expect(await page.evaluate(send, { name: 'logout', method: 'GET', input: undefined })).toBe(200)
  expect((await getSession(page.request)).loggedIn).toBe(false)
}
