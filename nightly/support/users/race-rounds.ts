import { connect } from '../../../src/server/platform/db/connect.ts'
import type { Campus } from './campus.ts'
import { CallFailed, Client } from './client.ts'
import { createEmail, PASSWORD, type SignedIn, signIn, signUp } from './sign-up.ts'

/** Sends all at once and returns how many succeeded. A busy server may refuse some with 503, and none with 500. */
async function race(calls: (() => Promise<unknown>)[]): Promise<number> {
  const results = await Promise.allSettled(calls.map((call) => call()))
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    const { reason } = result as { reason: unknown }
    if (!(reason instanceof CallFailed) || reason.status === 500 || reason.status === 0) throw reason
  }
  return results.filter(({ status }) => status === 'fulfilled').length
}

const repeat = (count: number, call: () => Promise<unknown>) => Array.from({ length: count }, () => call)

export type Round = (url: string, campus: Campus, atOnce: number) => Promise<void>

/** Each is one round; what must hold afterwards is in INVARIANTS. */
export const ROUNDS: Record<string, Round> = {
  async enroll(url, { freeCourse }, atOnce) {
    const { client } = await signIn(url)
    await race(repeat(atOnce, () => client.call('enrollCourse', { course_id: freeCourse.id })))
  },
  async complete(url, { freeCourse }, atOnce) {
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
  async review(url, { freeCourse }, atOnce) {
    const { client } = await signIn(url)
    await client.call('enrollCourse', { course_id: freeCourse.id })
    const review = (stars: number) => ({ course_id: freeCourse.id, review_text: 'Good.', stars })
    await race(Array.from({ length: atOnce }, (_, n) => () => client.call('addReview', review(1 + (n % 5)))))
  },
  async signup(url, _campus, atOnce) {
    const email = createEmail()
    const wins = await race(repeat(atOnce, () => signUp(url, email)))
    if (wins !== 1) throw new Error(`${wins} sign-ups with one address succeeded`)
  },
  async buy(url, { pricedCourseId }, atOnce) {
    const { client } = await signIn(url)
    const buyOnce = async () => {
      const { order_id } = await client.call('createOrder', { course_id: pricedCourseId })
      await client.call('payTestOrder', { order_id, card: '4242424242424242' })
    }
    await race(repeat(atOnce, buyOnce))
  },
  async deleteAndUse(url, { admin, freeCourse }, atOnce) {
    const { client, id } = await signIn(url)
    const remove = () => new Client(url, admin.cookie).call('deleteUser', { user_id: id })
    const use = () => client.call('enrollCourse', { course_id: freeCourse.id })
    await race([...repeat(Math.floor(atOnce / 2), use), remove, ...repeat(Math.floor(atOnce / 2), use)])
  },
  async removeEachOther(url, { admin }, atOnce) {
    const pair = [await createAdmin(url, admin), await createAdmin(url, admin)] as const
    const attempt = (n: number) => {
      const [actor, target] = n % 2 === 0 ? pair : [pair[1], pair[0]]
      return n % 4 < 2
        ? actor.client.call('deleteUser', { user_id: target.id })
        : actor.client.call('setUserRole', { user_id: target.id, role: 'student', password: PASSWORD })
    }
    await race(Array.from({ length: atOnce }, (_, n) => () => attempt(n)))
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

const INVARIANTS: [string, string][] = [
  ['an admin is left', `select 1 where not exists (select 1 from users where role = 'admin')`],
  ['one enrollment each', 'select 1 from enrollments group by user_id, course_id having count(*) > 1'],
  [
    'lessons counted as completed',
    `select 1 from enrollments e where e.completed_lessons <> (select count(*) from lesson_progress p join lessons l
     on l.id = p.lesson_id where p.user_id = e.user_id and l.course_id = e.course_id and p.completed_at is not null)`,
  ],
  [
    'reviews counted',
    `select 1 from courses c where c.reviews_count <> (select count(*) from reviews r where r.course_id = c.id)
     or c.stars_sum <> (select coalesce(sum(stars), 0) from reviews r where r.course_id = c.id)`,
  ],
  ['one review each', 'select 1 from reviews group by user_id, course_id having count(*) > 1'],
  ['one account an address', 'select 1 from users group by lower(email) having count(*) > 1'],
  [
    'one paid order for a course',
    `select 1 from orders o join order_items i on i.order_id = o.id where o.status = 'paid' and o.user_id is not null
     group by o.user_id, i.course_id having count(*) > 1`,
  ],
  [
    'one live entitlement',
    `select 1 from entitlements where revoked_at is null group by user_id, course_id having count(*) > 1`,
  ],
  [
    'courses of a user counted',
    `select 1 from users u where u.role = 'student' and u.course_joined <> (select count(*) from enrollments e where e.user_id = u.id)`,
  ],
]

/** The invariants that do not hold. The server must have stopped. */
export async function findBrokenInvariants(dataDir: string): Promise<string[]> {
  const database = await connect({ dataDir })
  try {
    const broken: string[] = []
    for (const [name, statement] of INVARIANTS) {
      const { rows } = await database.pool.query(statement)
      if (rows.length > 0) broken.push(`${name}: broken ${rows.length} times`)
    }
    return broken
  } finally {
    await database.close()
  }
}
