// T13: kill -9 of the server and its database during mixed writes, on both databases side by side (`--loops 1000`, 50 by
// default).
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  killEmbedded,
  killOnPostgres,
  type KillResult,
  RESTART_WITHIN_MS,
  toOwnMs,
} from '../support/faults/kill-loops.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

const { loops } = readNumbers({ loops: { short: 50, full: 1_000 } })

function reportKills(name: string, { acknowledged, fewestInALoop, problems, restarts }: KillResult): void {
  for (const problem of problems) console.log(`  ${problem}`)
  const slowest = Math.max(...restarts.map(({ clock }) => clock))
  const own = Math.max(...restarts.map(toOwnMs))
  // Where other work had the processors, the clock says nothing about the restart.
  const isByClock = slowest <= RESTART_WITHIN_MS
  const limit = isByClock ? 'by the clock' : `without waiting for a processor, at a load of ${loadavg()[0]?.toFixed(1)}`
  report({
    test: 'T13',
    goal: `${name}: ${loops} kills, 0 lost, 0 half done, restart within ${RESTART_WITHIN_MS / 1_000} s ${limit}`,
    measured: `${restarts.length} kills, ${acknowledged} writes acknowledged, at least ${fewestInALoop} before each kill, ${problems.length} problems, slowest restart ${Math.round(slowest)} ms by the clock, ${Math.round(own)} ms without waiting for a processor`,
    isOk: problems.length === 0 && restarts.length === loops && own <= RESTART_WITHIN_MS,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'lantern-kill-'))
try {
  const programs = await findPostgresPrograms()
  if (!programs) reportSkipped('T13', 'PostgreSQL is not installed')
  await Promise.all([
    killEmbedded({ folder, loops }).then((result) => reportKills('embedded', result)),
    programs && killOnPostgres({ folder, loops, programs }).then((result) => reportKills('PostgreSQL', result)),
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
