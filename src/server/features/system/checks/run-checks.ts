import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { readDiskUsage, type ReadDiskUsage } from '#server/platform/storage/disk-space.ts'
import { type Check, type CheckTarget, type LocalCheck, type LocalTarget, problem, warning } from './check.ts'
import { checkBackups } from './check-backups.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkErrors } from './check-errors.ts'
import { createFileChecks } from './check-files.ts'
import { checkMailQueue, checkMailServer } from './check-mail.ts'
import { checkNode } from './check-node.ts'
import { checkOwner } from './check-owner.ts'
import { checkProcesses } from './check-processes.ts'
import { checkProxy, checkReportedProxy } from './check-proxy.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkSettings } from './check-settings.ts'
import { checkStorage } from './check-storage.ts'

type Area = SystemCheck['area']

/** In the order in which they are shown. */
const AREAS: readonly Area[] = ['settings', 'server', 'database', 'disk', 'mail', 'network', 'backups']
const SKIPPED = { code: 'database_skipped', area: 'database', title: 'Skipped' } as const

/** Runs all checks at once. One that fails to run is a problem of its own, and the others are shown. */
export async function runChecks(target: CheckTarget, readUsage: ReadDiskUsage = readDiskUsage): Promise<SystemCheck[]> {
  const [local, database] = await Promise.all([
    runLocalChecks(target, readUsage),
    runAll(target, [['database', checkDatabase]]),
  ])
  // Tables that are missing would only repeat that.
  const isUsable = !database.some(({ code, status }) => status === 'error' && UNUSABLE.has(code))
  return sortByArea([
    ...local,
    ...database,
    ...(isUsable ? await runAll(target, DATABASE_CHECKS) : [describeSkipped()]),
  ])
}

/** What can be looked at when the database cannot be opened, and why it can't. */
export async function runChecksWithoutDatabase(
  target: LocalTarget,
  reason: SystemCheck,
  readUsage: ReadDiskUsage = readDiskUsage,
): Promise<SystemCheck[]> {
  return sortByArea([...(await runLocalChecks(target, readUsage)), reason, describeSkipped()])
}

const UNUSABLE = new Set(['database_reachable', 'database_migrations', 'database_unknown'])

const DATABASE_CHECKS: readonly (readonly [Area, Check])[] = [
  ['server', checkProcesses],
  ['server', checkErrors],
  ['mail', checkMailQueue],
  ['network', checkReportedProxy],
  ['backups', checkBackups],
]

const runLocalChecks = (target: LocalTarget, readUsage: ReadDiskUsage) => {
  const checks: readonly (readonly [Area, LocalCheck])[] = [
    ['settings', checkSettings],
    ['server', async () => [checkNode()]],
    ['server', checkClock],
    ['disk', createFileChecks(readUsage)],
    ['disk', checkOwner],
    ['disk', checkStorage],
    ['mail', checkMailServer],
    ['network', checkPublicUrl],
    ['network', checkProxy],
  ]
  return runAll(target, checks)
}

async function runAll<Target>(
  target: Target,
  checks: readonly (readonly [Area, (target: Target) => Promise<SystemCheck[]>])[],
): Promise<SystemCheck[]> {
  const found = checks.map(([area, check]) => check(target).catch((error: Error) => [createFailedCheck(area, error)]))
  return (await Promise.all(found)).flat()
}

const createFailedCheck = (area: Area, error: Error): SystemCheck =>
  problem({ code: `${area}_unknown`, area, title: `Check of ${area}` }, `It could not be carried out: ${error.name}.`)

const describeSkipped = () =>
  warning(SKIPPED, 'Server processes, errors, the mail queue and backups are checked once the database works.')

/** Within an area in the order in which they run. */
const sortByArea = (checks: SystemCheck[]) => checks.toSorted((a, b) => AREAS.indexOf(a.area) - AREAS.indexOf(b.area))
