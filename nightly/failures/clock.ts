// T21: the clock jumps an hour ahead, three back and over both ends of summer time under mixed writes, and servers an hour ahead
// and behind share PostgreSQL: sessions and codes end by its clock alone. Needs faketime.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { jumpOnEmbedded } from '../support/faults/clock-jumps.ts'
import { shareOnPostgres } from '../support/faults/different-clocks.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { report, reportSkipped } from '../support/report.ts'

const { installDebianPackage } = (await import(join(PROJECT_ROOT, 'scripts/setup/debian-package.mjs'))) as {
  installDebianPackage: (name: string) => boolean
}
const canFake = () => spawnSync('faketime', ['-f', '+1h', 'true'], { stdio: 'ignore' }).status === 0
const folder = mkdtempSync(join(tmpdir(), 'lantern-clock-'))
try {
  if (!canFake() && !(installDebianPackage('faketime') && canFake())) reportSkipped('T21', 'faketime is not installed')
  else {
    const { acknowledged, failures, problems } = await jumpOnEmbedded(join(folder, 'embedded'))
    for (const problem of problems) console.log(`  ${problem}`)
    report({
      test: 'T21',
      goal: 'jumps of +1 h, -3 h and to both ends of summer time: 0 lost, 0 failures, 0 negative ages, lists in the order of writing',
      measured: `${acknowledged} writes acknowledged, ${failures} failures, ${problems.length} problems`,
      isOk: problems.length === 0 && failures === 0 && acknowledged > 0,
    })
    const programs = await findPostgresPrograms()
    if (!programs) reportSkipped('T21', 'PostgreSQL is not installed')
    else {
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
