import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, type ClientBase, type QueryConfig } from 'pg'
import type { ParsedInput } from '../src/contract/contract.ts'
import type { User } from '../src/contract/schemas/users.ts'
import type { Database } from '../src/server/platform/db/connect.ts'
import * as schema from '../src/server/platform/db/schema.ts'
import type { Context, Handler } from '../src/server/pipeline/handler.ts'
import { noThrottles } from '../src/server/platform/throttle/throttles.ts'
import type { SignedIn } from './generate.ts'

type Writing = 'completeCourse' | 'saveLessonPosition'

interface Statement {
  config: QueryConfig
  values: unknown[] | undefined
}

/** Callers at once, as many as the product has connections in the benchmark. */
const AT_ONCE = 50

/**
 * The statements a handler sends for each of these inputs, sent again by the driver without the handler: recorded
 * rather than written here, so that they cannot differ. Gives what sends them for so many seconds.
 */
export async function replayOf<Name extends Writing>(
  database: Database,
  handle: Handler<Name>,
  inputs: { by: SignedIn; input: ParsedInput<Name> }[],
): Promise<(seconds: number) => Promise<number>> {
  const recorded: Statement[][] = []
  const client = await database.pool.connect()
  try {
    const { recorder, take } = recording(client)
    const db = drizzle(recorder, { schema })
    for (const { by, input } of inputs) {
      const user = { student_id: by.id, email: by.email, role: 'student' } as User
      const session = { start: () => Promise.resolve(), end: () => Promise.resolve() }
      const context = { db, user, session, ip: '127.0.0.1', throttles: noThrottles, siteIsRunning: () => true }
      await handle(context as unknown as Context<Name>, input)
      recorded.push(take())
    }
  } finally {
    client.release()
  }
  return (seconds) => replay(database, recorded, seconds)
}

/** The connection with every statement noted. */
function recording(client: ClientBase): { recorder: Client; take: () => Statement[] } {
  let statements: Statement[] = []
  const recorder = new Proxy(client as Client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target)
      return (given: QueryConfig | string, values?: unknown[]) => {
        const config = typeof given === 'string' ? { text: given } : given
        statements.push({ config, values })
        return target.query(config, values)
      }
    },
  })
  const take = () => {
    const taken = statements
    statements = []
    return taken
  }
  return { recorder, take }
}

async function replay({ pool }: Database, recorded: Statement[][], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const one = async (place: number) => {
    for (let turn = place; performance.now() < until; turn += AT_ONCE) {
      const statements = recorded[turn % recorded.length] ?? []
      // Several statements are a transaction, on one connection from its start to its end.
      const client = await pool.connect()
      // Each config is fresh: the driver takes what it is given for its own.
      for (const { config, values } of statements) await client.query({ ...config }, values)
      client.release()
      done++
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => one(place)))
  return done / ((performance.now() - startedAt) / 1000)
}
