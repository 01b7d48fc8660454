import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client, ClientBase, QueryConfig } from 'pg'
import type { ParsedInput } from '../../src/contract/contract.ts'
import type { User } from '../../src/contract/schemas/accounts/users.ts'
import type { Database } from '../../src/server/platform/db/connect.ts'
import * as schema from '../../src/server/platform/db/schema.ts'
import type { Context, Handler } from '../../src/server/pipeline/handler.ts'
import { disabledThrottles } from '../../src/server/platform/throttle/throttles.ts'
import type { SignedInStudent } from './generate.ts'

type WriteCall = 'completeCourse' | 'saveLessonPosition'

interface Statement {
  config: QueryConfig
  values: unknown[] | undefined
}

/** Concurrent callers, as many as the product has connections in the benchmark. */
const CONCURRENCY = 50

/**
 * The statements a handler sends for each of these inputs, sent again by the driver without the handler: recorded
 * rather than written here, so that they cannot differ. Gives what sends them for so many seconds.
 */
export async function createReplay<Name extends WriteCall>(
  database: Database,
  handle: Handler<Name>,
  inputs: { student: SignedInStudent; input: ParsedInput<Name> }[],
): Promise<(seconds: number) => Promise<number>> {
  const recorded: Statement[][] = []
  const client = await database.pool.connect()
  try {
    const { recorder, takeStatements } = createRecorder(client)
    const db = drizzle(recorder, { schema })
    for (const { student, input } of inputs) {
      const user = { student_id: student.id, email: student.email, role: 'student' } as User
      const session = { start: () => Promise.resolve(), end: () => Promise.resolve() }
      const context = { db, user, session, ip: '127.0.0.1', throttles: disabledThrottles, isSiteRunning: () => true }
      await handle(context as unknown as Context<Name>, input)
      recorded.push(takeStatements())
    }
  } finally {
    client.release()
  }
  return (seconds) => replay(database, recorded, seconds)
}

/** A connection that records every statement. */
function createRecorder(client: ClientBase): { recorder: Client; takeStatements: () => Statement[] } {
  let statements: Statement[] = []
  const recorder = new Proxy(client as Client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target)
      return (query: QueryConfig | string, values?: unknown[]) => {
        const config = typeof query === 'string' ? { text: query } : query
        statements.push({ config, values })
        return target.query(config, values)
      }
    },
  })
  const takeStatements = () => {
    const recordedStatements = statements
    statements = []
    return recordedStatements
  }
  return { recorder, takeStatements }
}

async function replay({ pool }: Database, recorded: Statement[][], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const one = async (place: number) => {
    for (let turn = place; performance.now() < until; turn += CONCURRENCY) {
      const statements = recorded[turn % recorded.length] ?? []
      // Several statements are one transaction, so they share a connection.
      const client = await pool.connect()
      // A new config each time, because the driver modifies it.
      for (const { config, values } of statements) await client.query({ ...config }, values)
      client.release()
      done++
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, place) => one(place)))
  return done / ((performance.now() - startedAt) / 1000)
}
