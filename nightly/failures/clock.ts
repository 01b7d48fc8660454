// T21: the clock jumps an hour ahead and two back under mixed writes, and servers an hour apart share PostgreSQL. Needs faketime.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { jumpOnEmbedded, shareOnPostgres } from '../support/faults/clock-jumps.ts'
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
      goal: 'jumps of +1 h, -2 h and over the end of summer time: 0 problems, 0 failures',
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
        goal: 'servers an hour ahead and behind: sessions and codes of one work on the others',
        measured: `${found.length} problems`,
        isOk: found.length === 0,
      })
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
