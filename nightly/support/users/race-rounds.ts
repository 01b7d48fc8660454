import { setTimeout as sleep } from 'node:timers/promises'
import type { Campus } from './campus.ts'
import type { SignedIn as Buyer } from './chat-tab.ts'
import { CallFailed, Client } from './client.ts'
import { createEmail, PASSWORD, type SignedIn, signIn, signUp } from './sign-up.ts'

/** What a busy server answers. */
const BUSY = 503
const MAX_ATTEMPTS = 20
const RETRY_AFTER_MS = 500

/**
 * Sends all at once and returns what succeeded, at least one. A call may be refused with 503 and with what the round expects
 * of those that come too late.
 */
async function race<Result>(calls: (() => Promise<Result>)[], refusals: readonly number[] = []): Promise<Result[]> {
  const results = await Promise.allSettled(calls.map((call) => call()))
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    const { reason } = result as { reason: unknown }
    if (!(reason instanceof CallFailed) || ![BUSY, ...refusals].includes(reason.status)) throw reason
  }
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (won.length === 0) throw new Error(`None of ${calls.length} succeeded: ${describeReasons(results)}`)
  return won
}

function describeReasons(results: PromiseSettledResult<unknown>[]): string {
  const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason) : ''))
  return [...new Set(reasons)].map((one) => `${reasons.filter((other) => other === one).length} × ${one}`).join(', ')
}

function requireOne(won: readonly unknown[], what: string): void {
  if (won.length !== 1) throw new Error(`${won.length} ${what} succeeded`)
}

/** Asks again, as a student does, because an order may have been placed although its answer was that the server is busy. */
async function retryWhileBusy<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== BUSY || attempt === MAX_ATTEMPTS) throw error
      await sleep(RETRY_AFTER_MS)
    }
  }
}

const repeat = <Result>(count: number, call: () => Promise<Result>) => Array.from({ length: count }, () => call)

interface Site {
  url: string
  campus: Campus
  /** As many as there are calls at once. */
  buyers: Buyer[]
}

export type Round = (site: Site, atOnce: number) => Promise<void>

/** Each is one round; what must hold afterwards is in INVARIANTS. */
export const ROUNDS: Record<string, Round> = {
  async enroll({ url, campus: { freeCourse } }, atOnce) {
    const { client } = await signIn(url)
    await race(repeat(atOnce, () => client.call('enrollCourse', { course_id: freeCourse.id })))
  },
  async complete({ url, campus: { freeCourse } }, atOnce) {
    const { client } = await signIn(url)
    await client.call('enrollCourse', { course_id: freeCourse.id })
    const lesson = (n: number) => freeCourse.lessonIds[n % freeCourse.lessonIds.length] ?? 0
    await race(
      Array.from(
        { length: atOnce },
        (_, n) => () => client.call('completeCourse', { id: lesson(n), course_id: freeCourse.id, value: n % 3 > 0 }),
      ),
    )
  },
  async review({ url, campus: { freeCourse } }, atOnce) {
    const { client } = await signIn(url)
    await client.call('enrollCourse', { course_id: freeCourse.id })
    const course_id = freeCourse.id
    const addReview = (n: number) => () =>
      client.call('addReview', { course_id, review_text: `Review ${n}`, stars: 1 + (n % 5) })
    const won = await race(Array.from({ length: atOnce }, (_, n) => addReview(n)))
    const { own } = await client.call('getReviewSummary', { course_id })
    const acknowledged = won.find(({ review_id }) => review_id === own?.review_id)
    if (!acknowledged || acknowledged.review_text !== own?.review_text || acknowledged.stars !== own.stars)
      throw new Error(`The review is ${JSON.stringify(own)}, which was not acknowledged`)
  },
  async signup({ url }, atOnce) {
    const email = createEmail()
    requireOne(
      await race(
        repeat(atOnce, () => signUp(url, email)),
        [409],
      ),
      'sign-ups with one address',
    )
  },
  async buy({ url, campus: { pricedCourseId } }, atOnce) {
    const { client } = await signIn(url)
    const buyOnce = async () => {
      const { order_id } = await client.call('createOrder', { course_id: pricedCourseId })
      return client.call('payTestOrder', { order_id, card: '4242424242424242' })
    }
    // A call that comes too late finds the course owned, or this order paid; that money moved once is an invariant.
    const paid = await race(repeat(atOnce, buyOnce), [409])
    requireOne([...new Set(paid.map(({ order_id }) => order_id))], 'orders for one course')
    if (paid.some(({ status }) => status !== 'paid')) throw new Error('A payment was acknowledged and did not arrive')
  },
  async lastCoupon({ url, campus: { admin, pricedCourseId }, buyers }, atOnce) {
    const code = `LAST-${createEmail().slice(0, 16)}`
    const coupon = { code, kind: 'percent' as const, value: 10, max_uses: 1 }
    await new Client(url, admin.cookie).call('addCoupon', coupon)
    const order = (cookie: string) =>
      new Client(url, cookie).call('createOrder', { course_id: pricedCourseId, coupon: code })
    const orders = buyers.slice(0, atOnce).map(
      ({ cookie }) =>
        () =>
          retryWhileBusy(() => order(cookie)),
    )
    requireOne(await race(orders, [404]), 'orders with the last coupon')
  },
  async deleteAndUse({ url, campus: { admin, freeCourse } }, atOnce) {
    const { client, id } = await signIn(url)
    const remove = () => new Client(url, admin.cookie).call('deleteUser', { user_id: id })
    const use = () => client.call('enrollCourse', { course_id: freeCourse.id })
    let isRemoved = false
    const removeOnce = async () => {
      await remove()
      isRemoved = true
    }
    await race<unknown>(
      [...repeat(Math.floor(atOnce / 2), use), removeOnce, ...repeat(Math.floor(atOnce / 2), use)],
      [401],
    )
    if (!isRemoved) throw new Error('The student was not deleted')
  },
  async removeEachOther({ url, campus: { admin } }, atOnce) {
    const pair = [await createAdmin(url, admin), await createAdmin(url, admin)] as const
    const attempt = (n: number) => {
      const [actor, target] = n % 2 === 0 ? pair : [pair[1], pair[0]]
      return n % 4 < 2
        ? actor.client.call('deleteUser', { user_id: target.id })
        : actor.client.call('setUserRole', { user_id: target.id, role: 'student', password: PASSWORD })
    }
    await race<unknown>(
      Array.from({ length: atOnce }, (_, n) => () => attempt(n)),
      [401, 403, 404],
    )
    const left = await Promise.all(pair.map(({ client }) => isAdmin(client)))
    if (left[0] === left[1]) throw new Error(`${left[0] ? 'Both' : 'None'} of two admins is an admin still`)
  },
}

/** A student whom the first admin promotes, signed in again. */
async function createAdmin(url: string, { cookie }: Campus['admin']): Promise<SignedIn> {
  const { id, email } = await signIn(url)
  await new Client(url, cookie).call('setUserRole', { user_id: id, role: 'admin', password: PASSWORD })
  return signIn(url, email)
}

async function isAdmin(client: Client): Promise<boolean> {
  const { userData } = await client.call('session', {})
  return userData[0]?.role === 'admin'
}
