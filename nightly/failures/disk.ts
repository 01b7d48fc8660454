// T15, on both databases: a disk with room for one block more in each round (`--rounds 64`, 8 by default); a write, rename or
// fsync that fails at the first, second, … place of each kind of request (`--points 12`, 3 by default); uploads that are cut
// short; a disk that turns read-only under the server, and a start on one. Needs root, which mounts disks and traces processes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DiskFailureResult,
  fillDisk,
  startOnReadOnlyVolume,
  turnReadOnly,
} from '../support/faults/disk-failures.ts'
import { FAULTS } from '../support/faults/inject-fault.ts'
import { openEmbeddedSite, openPostgresSite, type RestartableSite } from '../support/faults/restartable-site.ts'
import { mountBreakableDisk, mountSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts'
import { cutUploadsShort, MAX_FROZEN_MS, walkWritePoints, type WalkResult } from '../support/faults/write-points.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

/** Room for the WAL, and for the reserve that uploads keep free. */
const DISK_MEGABYTES = 2_000
const RECOVERY_WITHIN_MS = 30_000
/** Of the file of an upload, which has a few hundred. */
const CUT_BYTES = [0, 1, 64]
const GOAL = `0 lost, no 500, no answer over ${MAX_FROZEN_MS / 1_000} s, writes again within ${RECOVERY_WITHIN_MS / 1_000} s`
const { rounds, points } = readNumbers({ rounds: { short: 8, full: 64 }, points: { short: 3, full: 12 } })
const traceProblem = await findTraceProblem()
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function reportFailure(what: string, result: DiskFailureResult): void {
  const { acknowledged, problems, refused, reads, slowestRecovery } = result
  for (const problem of problems) console.log(`  ${problem}`)
  const answers = [...refused].map(([name, count]) => `${count} × ${name}`).join(', ')
  report({
    test: 'T15',
    goal: `${what}: ${GOAL}`,
    measured: `${acknowledged} writes acknowledged, ${problems.length} problems, refused: ${answers}; reads from the database: ${reads.answered} answered, ${reads.refused} refused, slowest ${seconds(reads.slowest)}; slowest recovery ${seconds(slowestRecovery)}`,
    isOk:
      problems.length === 0 &&
      refused.size > 0 &&
      reads.slowest <= MAX_FROZEN_MS &&
      slowestRecovery <= RECOVERY_WITHIN_MS,
  })
}

function reportWalk(what: string, { points: met, refused, acknowledged, problems, ...slowest }: WalkResult): void {
  for (const problem of problems) console.log(`  ${problem}`)
  for (const point of met) console.log(`  failed: ${point}`)
  report({
    test: 'T15',
    goal: `${what}: ${GOAL}`,
    measured: `${met.length} places, ${acknowledged} writes acknowledged, ${refused} requests refused, ${problems.length} problems, slowest answer ${seconds(slowest.slowestAnswer)}, slowest recovery ${seconds(slowest.slowestRecovery)}`,
    isOk:
      problems.length === 0 &&
      met.length > 0 &&
      refused > 0 &&
      slowest.slowestAnswer <= MAX_FROZEN_MS &&
      slowest.slowestRecovery <= RECOVERY_WITHIN_MS,
  })
}

type OpenSite = (folder: string) => Promise<RestartableSite>

async function measureSmallDisk(name: string, disk: SmallDisk, openSite: OpenSite): Promise<void> {
  const site = await openSite(disk.folder)
  try {
    reportFailure(
      `${name}, full disk, ${rounds} steps and one without room for files`,
      await fillDisk(disk, site, rounds),
    )
    if (traceProblem !== undefined) reportSkipped('T15', traceProblem)
    else for (const fault of FAULTS) reportWalk(`${name}, ${fault.name}`, await walkWritePoints(site, fault, points))
    if (name === 'embedded') reportWalk('uploads cut short', await cutUploadsShort(site, CUT_BYTES))
  } finally {
    await site.kill()
  }
  if (name === 'embedded') await measureStart(disk)
}

async function measureStart(disk: SmallDisk): Promise<void> {
  const { startedMs, output } = await startOnReadOnlyVolume(disk)
  report({
    test: 'T15',
    goal: 'start on a read-only volume: refuses with a clear sentence',
    measured: `ended after ${seconds(startedMs)} with "${output.trim().split('\n').at(-1)?.slice(0, 150)}"`,
    isOk: /^The data folder can't be written/m.test(output),
  })
}

async function measureDatabase(name: string, folder: string, openSite: OpenSite): Promise<void> {
  const small = mountSmallDisk(join(folder, `${name}-small`), DISK_MEGABYTES)
  if (!small) return reportSkipped('T15', 'only root can mount a small disk')
  try {
    await measureSmallDisk(name, small, openSite)
  } finally {
    small.remove()
  }
  const breakable = mountBreakableDisk(join(folder, `${name}-breakable`), DISK_MEGABYTES)
  if (!breakable) return reportSkipped('T15', 'this machine cannot mount a file')
  try {
    const site = await openSite(breakable.folder)
    try {
      reportFailure(`${name}, a disk that turns read-only`, await turnReadOnly(breakable, site))
    } finally {
      await site.kill()
    }
  } finally {
    breakable.remove()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'lantern-full-'))
try {
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  await measureDatabase('embedded', folder, openEmbeddedSite)
  const programs = await findPostgresPrograms()
  if (programs) await measureDatabase('PostgreSQL', folder, (disk) => openPostgresSite(disk, programs))
  else reportSkipped('T15', 'PostgreSQL is not installed')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
