import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Env } from './env.ts'
import { readSiteStatus } from './features/site/read-site-status.ts'
import type { Services } from './pipeline/services.ts'
import { type Bus, type BusListener, createLocalBus } from './platform/bus/bus.ts'
import { createPostgresBus } from './platform/bus/postgres-bus.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import type { Database } from './platform/db/connect.ts'
import { toDirectConnectionError } from './platform/db/direct-connection-error.ts'
import { messages } from './platform/db/schema.ts'
import { createWarn } from './platform/log/create-warn.ts'
import { Hub } from './platform/live/hub.ts'

/** The hub publishes on the bus, and the bus delivers to the hub. */
export async function openHub(
  env: Env,
  database: Database,
  { cache, isSiteRunning }: { cache: ResponseCache; isSiteRunning: Services['isSiteRunning'] },
  app: FastifyInstance,
): Promise<{ hub: Hub; bus: Bus }> {
  const { db, kind } = database
  const hub = new Hub({
    publish: (message) => bus.publish(message),
    announced: (...write) => bus.announced(...write),
    loadMessage: (id) => db.query.messages.findFirst({ where: eq(messages.id, id) }),
    isSiteRunning,
    warn: createWarn(app.log),
  })
  const listener: BusListener = {
    onBusMessage: (message) => {
      // Before any socket refetches.
      if (message.kind === 'changed') cache.invalidate(message.tags)
      hub.onBusMessage(message)
    },
    connected: (connected) => {
      cache.setEnabled(connected)
      if (connected) void hub.resyncAll()
    },
  }
  const bus =
    kind === 'server' && env.databaseDirectUrl
      ? await createPostgresBus({ db, url: env.databaseDirectUrl, listener, log: app.log }).catch((error: unknown) => {
          throw toDirectConnectionError(error, database)
        })
      : createLocalBus(listener)
  app.addHook('onClose', () => bus.close())
  return { hub, bus }
}

/** The last known status while the database is unreachable. Synchronous on a cache hit, because every call checks it. */
export function createSiteStatusCheck(database: Database, cache: ResponseCache): Services['isSiteRunning'] {
  const key = 'site-is-running'
  let lastKnown = true
  const refresh = async () => {
    try {
      const { running } = await cache.getOrLoad(key, async () => ({
        value: { running: await readSiteStatus(database.db) },
        tags: ['site'],
        sizeBytes: 50,
      }))
      lastKnown = running
    } catch {
      // The database is unreachable.
    }
    return lastKnown
  }
  return () => cache.get<{ running: boolean }>(key)?.running ?? refresh()
}
