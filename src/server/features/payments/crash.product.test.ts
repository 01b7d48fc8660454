import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/paths.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { createSignupInput } from '#server/testing/accounts/users.ts'
import { findFreePort } from '#server/testing/network/find-free-port.ts'

const START_TIMEOUT_MS = 100_000
const TEST_TIMEOUT_MS = 600_000
const ADMIN = { email: 'admin@mail.example', password: 'eleven green bottles' }

const dataDir = mkdtempSync(join(tmpdir(), 'lantern-crash-'))
let port = 0
let server: ChildProcess | undefined
let cookie = ''

const getEnv = () => ({
  ...process.env,
  ...{ DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', THROTTLE: 'off', PAYMENTS: 'test', DATABASE_URL: '' },
  ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
})

/** The built product, in a process group of its own so that its database dies with it. */
async function start(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    ...{ cwd: PROJECT_ROOT, env: getEnv(), detached: true },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await vi.waitFor(() => expect(output).toContain('http://localhost:'), { timeout: START_TIMEOUT_MS, interval: 100 })
}

async function kill(): Promise<void> {
  if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  process.kill(-server.pid, 'SIGKILL')
  await exited
}

beforeAll(async () => {
  port = await findFreePort()
}, START_TIMEOUT_MS)

afterAll(async () => {
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

async function call<Answer>(name: string, body: object): Promise<Answer> {
  const response = await fetch(`http://localhost:${port}${API_BASE}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  cookie =
    response.headers
      .getSetCookie()
      .find((one) => /sid=[^;]/.test(one))
      ?.split(';')[0] ?? cookie
  return ((await response.json()) as { msg: Answer }).msg
}

interface Ordered {
  order_id: number
  status: string
}

interface Purchase {
  course_id: number
  /** 0 before the first step. */
  order_id: number
}

const CARD = '4242424242424242'
/** In the last call of each round the server is killed as soon as the call is sent. */
const STEPS: ((purchase: Purchase) => Promise<Ordered>)[] = [
  ({ course_id }) => call('createOrder', { course_id }),
  ({ order_id }) => call('payTestOrder', { order_id, card: CARD }),
  ({ order_id }) => call('refundOrder', { order_id }),
]

test(
  'after kill -9 in any call of a purchase or refund the ledger agrees, and the student can go on',
  { tags: ['slow'], timeout: TEST_TIMEOUT_MS },
  async () => {
    await start()
    await makeCourses()
    const login = createSignupInput('crash@mail.example')
    await call('signup', login)
    await call('login', { email: login.email, password: login.password })
    const courses = await call<{ course_id: number }[]>('getCourses', { page: 1 })
    for (const [place, interruptedStep] of STEPS.entries()) {
      const purchase: Purchase = { course_id: courses[place]?.course_id ?? 0, order_id: 0 }
      for (const step of STEPS.slice(0, place)) purchase.order_id = (await step(purchase)).order_id
      const interrupted = interruptedStep(purchase).catch(() => 'no answer')
      await kill()
      await interrupted
      await start()
      await expectAgreement()
      const status = place === 0 ? await orderAgain(purchase) : await getStatus(purchase)
      expect(['pending', 'paid', 'refunded']).toContain(status)
      if (status === 'pending')
        expect(await call('payTestOrder', { order_id: purchase.order_id, card: CARD })).toMatchObject({
          status: 'paid',
        })
    }
    await expectAgreement()
    const orders = await call<Ordered[]>('getMyOrders', { page: 1 })
    expect(orders).toHaveLength(STEPS.length)
  },
)

async function makeCourses(): Promise<void> {
  await call('login', ADMIN)
  const course = { description: '', price: 60, discount: 0, category: 'Cybersecurity Basics', tabs: '', materials: [] }
  for (const place of STEPS.keys()) await call('addCourse', { ...course, title: `Course ${place}` })
  cookie = ''
}

const getStatus = async ({ order_id }: Purchase) => (await call<Ordered>('getOrder', { order_id })).status

async function orderAgain(purchase: Purchase): Promise<string> {
  const { order_id, status } = await call<Ordered>('createOrder', { course_id: purchase.course_id })
  purchase.order_id = order_id
  return status
}

/** Test payments settle within seconds of the start. */
const expectAgreement = () =>
  vi.waitFor(
    async () => {
      const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.mjs', 'check-ledger'], {
        cwd: PROJECT_ROOT,
        env: getEnv(),
      })
      expect(stdout).toContain('Orders, payments, refunds and access agree.')
    },
    { timeout: START_TIMEOUT_MS, interval: 500 },
  )
