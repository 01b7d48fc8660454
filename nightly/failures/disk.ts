// T15: a full disk at random moments of mixed writes, a read-only volume, and an fsync that fails (`--rounds 20`, 3 by default).
// Needs root, which mounts a small disk.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDisk, type FullDiskResult, failSyncs, startOnReadOnlyVolume } from '../support/faults/disk-failures.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'
import { mountSmallDisk } from '../support/faults/small-disk.ts'

/** Above the reserve that uploads keep free. */
const DISK_MEGABYTES = 1_000
const MAX_FROZEN_MS = 5_000
const RECOVERY_WITHIN_MS = 30_000
const { rounds } = readNumbers({ rounds: 3 })

function reportFullDisk({ acknowledged, problems, slowestRead, recoveries, refused }: FullDiskResult): void {
  for (const problem of problems) console.log(`  ${problem}`)
  const slowest = Math.max(...recoveries)
  report({
    test: 'T15',
    goal: `full disk: 0 lost, no read over ${MAX_FROZEN_MS / 1_000} s, writes again within ${RECOVERY_WITHIN_MS / 1_000} s`,
    measured: `${rounds} rounds, ${acknowledged} writes acknowledged, ${refused} refused, ${problems.length} problems, slowest read ${Math.round(slowestRead)} ms, slowest recovery ${Math.round(slowest)} ms`,
    isOk: problems.length === 0 && refused > 0 && slowestRead <= MAX_FROZEN_MS && slowest <= RECOVERY_WITHIN_MS,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'lantern-full-'))
const disk = process.getuid?.() === 0 ? mountSmallDisk(join(folder, 'disk'), DISK_MEGABYTES) : undefined
try {
  if (disk) {
    reportFullDisk(await fillDisk(disk, rounds))
    const { startedMs, output } = await startOnReadOnlyVolume(disk)
    report({
      test: 'T15',
      goal: 'read-only volume: refuses to start with a clear sentence',
      measured: `ended after ${Math.round(startedMs)} ms with "${output.trim().split('\n').at(-1)?.slice(0, 150)}"`,
      isOk: /^The data folder can't be written/m.test(output),
    })
  } else reportSkipped('T15', 'only root can mount a small disk')
  const traceProblem = await findTraceProblem()
  if (traceProblem !== undefined) reportSkipped('T15', traceProblem)
  else {
    const { acknowledged, problems, restarts } = await failSyncs(join(folder, 'sync'))
    for (const problem of problems) console.log(`  ${problem}`)
    report({
      test: 'T15',
      goal: 'failing fsync: 0 acknowledged lost, and the database restarts',
      measured: `${acknowledged} writes acknowledged, ${restarts} restarts of the database, ${problems.length} problems`,
      isOk: problems.length === 0 && restarts > 0 && acknowledged > 0,
    })
  }
} finally {
  disk?.remove()
  rmSync(folder, { recursive: true, force: true })
}
