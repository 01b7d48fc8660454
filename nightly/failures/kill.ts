// T13: kill -9 of the server and its database during mixed writes, on both databases (`--loops 1000`, 50 by default).
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { killEmbedded, killOnPostgres, type KillResult } from '../support/faults/kill-loops.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

const RESTART_WITHIN_MS = 5_000
const { loops } = readNumbers({ loops: 50 })

function reportKills(name: string, { acknowledged, problems, restarts }: KillResult): void {
  for (const problem of problems) console.log(`  ${problem}`)
  const slowest = Math.max(...restarts.map(({ ms }) => ms))
  const work = Math.max(...restarts.map(({ processorMs }) => processorMs))
  // Where other work has the processors, the clock says nothing about the restart.
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism()
  report({
    test: 'T13',
    goal: `${name}: 0 lost, 0 half done, restart within ${RESTART_WITHIN_MS / 1_000} s`,
    measured: `${restarts.length} kills, ${acknowledged} writes acknowledged, ${problems.length} problems, slowest restart ${Math.round(slowest)} ms with ${work} ms of processor time${isBusy ? ' on a busy machine' : ''}`,
    isOk: problems.length === 0 && (isBusy ? work : slowest) <= RESTART_WITHIN_MS && acknowledged > 0,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'lantern-kill-'))
try {
  reportKills('embedded', await killEmbedded({ folder, loops }))
  const programs = await findPostgresPrograms()
  if (programs) reportKills('PostgreSQL', await killOnPostgres({ folder, loops, programs }))
  else reportSkipped('T13', 'PostgreSQL is not installed')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
