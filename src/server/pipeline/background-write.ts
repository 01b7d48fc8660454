import type { Bus } from '#server/platform/bus/bus.ts'
import type { Services } from './services.ts'
import { WriteScope } from './write-scope.ts'

export type RunWithServices = <Result>(work: (services: Services) => Promise<Result>) => Promise<Result>

/** For jobs and webhooks: services as a call has them, whose transactions send what is invalidated. */
export function createBackgroundWrites(services: Omit<Services, 'invalidate'>, bus: Bus): RunWithServices {
  return async (work) => {
    const scope = new WriteScope(services.db, bus, [])
    const result = await work({ ...services, db: scope.db, invalidate: (tags) => scope.invalidate(tags) })
    await scope.finish()
    return result
  }
}
