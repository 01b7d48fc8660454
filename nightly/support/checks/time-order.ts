import type { Campus } from '../users/campus.ts'
import { Client } from '../users/client.ts'
import { sendChat } from '../users/send-chat.ts'
import type { SignedIn } from '../users/sign-up.ts'
import type { Query } from './find-problems.ts'

/** What a clock that went backwards would leave. */
const NEGATIVE_AGES: [string, string][] = [
  [
    'a lesson was completed before its enrollment',
    `select e.user_id from lesson_progress p join lessons l on l.id = p.lesson_id
     join enrollments e on e.user_id = p.user_id and e.course_id = l.course_id where p.completed_at < e.created_at`,
  ],
  [
    'an enrollment is older than its account',
    'select u.id as user_id from enrollments e join users u on u.id = e.user_id where e.created_at < u.joined_at',
  ],
  [
    'a session is older than its account',
    'select u.id as user_id from sessions s join users u on u.id = s.user_id where s.created_at < u.joined_at',
  ],
  ['a session ends before it began', 'select user_id from sessions where least(expires_at, idle_until) < created_at'],
  ['a session was seen before it began', 'select user_id from sessions where last_seen_at < created_at'],
  ['an order was paid before it was made', 'select user_id from orders where paid_at < created_at'],
]

/** Of these students. */
export async function findNegativeAges(query: Query, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return ['nobody wrote between two jumps']
  const found: string[] = []
  const isOne = `email in (${emails.map((email) => `'${email}'`).join(', ')})`
  for (const [problem, statement] of NEGATIVE_AGES) {
    const { length } = await query(
      `select 1 from (${statement}) found where user_id in (select id from users where ${isOne})`,
    )
    if (length > 0) found.push(`${length} times: ${problem}`)
  }
  return found
}

/** What one student writes by different clocks; lists show it in the order of writing. */
export class WrittenInTurn {
  readonly #student: SignedIn
  readonly #campus: Campus
  readonly #written: string[] = []

  constructor(student: SignedIn, campus: Campus) {
    this.#student = student
    this.#campus = campus
  }

  async write(url: string): Promise<void> {
    const { client, id } = this.#student
    const text = `Number ${this.#written.length} of ${this.#student.email}`
    const there = new Client(url, client.cookie)
    await there.call('addComment', { blog_id: this.#campus.postId, comment_text: text })
    for await (const _frame of sendChat(there, { from: id, to: this.#campus.admin.id, messages: [text] }));
    this.#written.push(text)
  }

  async check(url: string): Promise<string[]> {
    const client = new Client(url, this.#student.client.cookie)
    const messages = await client.call('getMsg', { page: 1 })
    const comments = await this.#findComments(client)
    const newestFirst = this.#written.toReversed()
    const problems: string[] = []
    const compare = (what: string, listed: string[]) => {
      if (listed.join() !== newestFirst.join()) problems.push(`${what} are listed as ${listed.join()}`)
    }
    compare(
      'messages',
      messages.map(({ msg_text }) => msg_text),
    )
    compare('comments', comments)
    const ids = messages.map(({ msg_id }) => msg_id)
    if (ids.join() !== ids.toSorted((one, other) => other - one).join())
      problems.push(`messages have the ids ${ids.join()}`)
    return problems
  }

  /** Others have commented too. */
  async #findComments(client: Client): Promise<string[]> {
    const found: string[] = []
    for (let page = 1; found.length < this.#written.length; page++) {
      const comments = await client.call('getComments', { page, blog_id: this.#campus.postId })
      if (comments.length === 0) break
      found.push(...comments.map(({ comment_text }) => comment_text).filter((text) => this.#written.includes(text)))
    }
    return found
  }
}
