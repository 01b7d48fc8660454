// T21: the clock jumps an hour ahead, three back and over both ends of summer time under mixed writes, that of PostgreSQL alone
// too, and servers an hour ahead and behind share it: sessions and codes end by its clock alone. Needs faketime.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { jumpOnEmbedded, jumpOnPostgres, type JumpResult } from '../support/faults/clock-jumps.ts'
import { shareOnPostgres } from '../support/faults/different-clocks.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { report, reportSkipped } from '../support/report.ts'

const { installDebianPackage } = (await import(join(PROJECT_ROOT, 'scripts/setup/debian-package.mjs'))) as {
  installDebianPackage: (name: string) => boolean
}
const canFake = () => spawnSync('faketime', ['-f', '+1h', 'true'], { stdio: 'ignore' }).status === 0
const JUMPS = 'jumps of +1 h, -3 h and to both ends of summer time'
const folder = mkdtempSync(join(tmpdir(), 'lantern-clock-'))
try {
  if (!canFake() && !(installDebianPackage('faketime') && canFake())) reportSkipped('T21', 'faketime is not installed')
  else {
    reportJumps(JUMPS, await jumpOnEmbedded(join(folder, 'embedded')))
    const programs = await findPostgresPrograms()
    if (!programs) reportSkipped('T21', 'PostgreSQL is not installed')
    else {
      const result = await jumpOnPostgres(join(folder, 'jumping'), programs)
      reportJumps(`${JUMPS} of PostgreSQL's clock alone`, result)
      const found = await shareOnPostgres(join(folder, 'server'), programs)
      for (const problem of found) console.log(`  ${problem}`)
      report({
        test: 'T21',
        goal: 'servers an hour ahead and behind: sessions and codes of one work on the others until their end by the database, 0 negative ages, lists in the order of writing',
        measured: `${found.length} problems`,
        isOk: found.length === 0,
      })
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function reportJumps(jumps: string, { acknowledged, failures, problems }: JumpResult): void {
  for (const problem of problems) console.log(`  ${problem}`)
  report({
    test: 'T21',
    goal: `${jumps}: 0 lost, 0 failures, 0 negative ages, lists in the order of writing`,
    measured: `${acknowledged} writes acknowledged, ${failures} failures, ${problems.length} problems`,
    isOk: problems.length === 0 && failures === 0 && acknowledged > 0,
  })
}
