import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import type { BusMessage } from '../../../src/server/platform/bus/bus-message.ts'
import { createPostgresBus } from '../../../src/server/platform/bus/postgres-bus.ts'
import { connect, type Database } from '../../../src/server/platform/db/connect.ts'
import { users } from '../../../src/server/platform/db/schema.ts'

const EVERY_MS = 20
/** So that a pause of this process does not leave fewer than asked for. */
const SURPLUS = 1.1
const WARM_UP = 100
const HEARD_WITHIN_MS = 5_000

export interface AnnouncedWrites {
  perSecond: number
  /** Milliseconds from the start of each write until another process has heard of it. */
  delays: number[]
  missed: number
}

interface Options {
  databaseUrl: string
  dataDir: string
  /** Who is changed. */
  userIds: readonly number[]
  perSecond: number
}

/**
 * A third server that changes rows and announces each change through the product's bus, half in the change's transaction
 * and half with what comes up meanwhile, and a fourth that hears of them.
 */
export async function startAnnouncedWrites({ databaseUrl, dataDir, userIds, perSecond }: Options) {
  const database = await connect({ databaseUrl, dataDir })
  const heardAt = new Map<string, number>()
  const bus = await openBus(database, databaseUrl, () => {})
  const hearing = await openBus(database, databaseUrl, (message) => {
    if (message.kind === 'changed') for (const tag of message.tags) heardAt.set(tag, performance.now())
  })
  const change = (tx: Pick<Database['db'], 'update'>, n: number) =>
    tx
      .update(users)
      .set({ firstName: `Changed ${n}` })
      .where(eq(users.id, userIds[n % userIds.length] ?? 0))
  const startedAt = new Map<string, number>()
  const write = async (n: number) => {
    const tags = ['courses', toTag(n)]
    startedAt.set(toTag(n), performance.now())
    if (n % 2 === 0)
      return bus.transaction(
        database.db,
        (tx) => change(tx, n),
        () => tags,
      )
    await change(database.db, n)
    await bus.invalidate(tags)
  }
  // Opens the connections and plans the statements.
  await Promise.all(Array.from({ length: WARM_UP }, (_, n) => write(n)))
  startedAt.clear()
  let isDone = false
  const beganAt = performance.now()
  const writing = (async () => {
    let written = 0
    while (!isDone) {
      const due = Math.floor(((performance.now() - beganAt) / 1_000) * perSecond * SURPLUS)
      const batch = Array.from({ length: Math.min(due - written, perSecond) }, (_, n) => write(WARM_UP + written + n))
      await Promise.all([...batch, sleep(EVERY_MS)])
      written += batch.length
    }
    return (1_000 * written) / (performance.now() - beganAt)
  })()
  return async (): Promise<AnnouncedWrites> => {
    isDone = true
    const rate = await writing
    const deadline = performance.now() + HEARD_WITHIN_MS
    const countMissed = () => [...startedAt.keys()].filter((tag) => !heardAt.has(tag)).length
    while (countMissed() > 0 && performance.now() < deadline) await sleep(EVERY_MS)
    await Promise.all([bus.close(), hearing.close()])
    await database.close()
    const delays = [...startedAt].flatMap(([tag, at]) => {
      const heard = heardAt.get(tag)
      return heard === undefined ? [] : [heard - at]
    })
    return { perSecond: Math.floor(rate), delays, missed: countMissed() }
  }
}

/** Of nobody. */
const toTag = (n: number) => `account:${900_000_000 + n}`

const openBus = ({ db }: Database, url: string, onBusMessage: (message: BusMessage) => void) =>
  createPostgresBus({ db, url, listener: { onBusMessage, connected: () => {} }, log: fastify().log })
