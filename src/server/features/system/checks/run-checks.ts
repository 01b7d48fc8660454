import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { readDiskUsage, type ReadDiskUsage } from '#server/platform/storage/disk-space.ts'
import { type Check, type CheckTarget, problem } from './check.ts'
import { checkBackups } from './check-backups.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkErrors } from './check-errors.ts'
import { createFileChecks } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkNode } from './check-node.ts'
import { checkProcesses } from './check-processes.ts'
import { checkProxy } from './check-proxy.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkSettings } from './check-settings.ts'

/** In the order in which they are shown. */
export const CHECK_NAMES = ['settings', 'server', 'database', 'disk', 'mail', 'network', 'backups'] as const

/** Runs all checks at once. One that fails to run is a problem of its own, and the others are shown. */
export async function runChecks(target: CheckTarget, readUsage: ReadDiskUsage = readDiskUsage): Promise<SystemCheck[]> {
  const checks: Record<(typeof CHECK_NAMES)[number], Check> = {
    settings: checkSettings,
    server: async (target) => [
      checkNode(),
      ...(await checkClock(target)),
      ...(await checkProcesses(target)),
      ...(await checkErrors(target)),
    ],
    database: checkDatabase,
    disk: createFileChecks(readUsage),
    mail: checkMail,
    backups: checkBackups,
    network: async (target) => [...(await checkPublicUrl(target)), ...(await checkProxy(target))],
  }
  const found = await Promise.all(
    CHECK_NAMES.map((area) => checks[area](target).catch((error: Error) => [createFailedCheck(area, error)])),
  )
  return found.flat()
}

const createFailedCheck = (area: (typeof CHECK_NAMES)[number], error: Error): SystemCheck =>
  problem({ code: `${area}_unknown`, area, title: `Check of ${area}` }, `It could not be carried out: ${error.name}.`)
