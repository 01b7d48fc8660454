// T14: power cuts at random syncs while users write: what such a cut leaves is rebuilt from a trace of every file's writes
// and syncs, opened and checked (`--images 500`, 40 by default; `--seconds` of writing).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cutEmbedded, cutPostgres, type PowerCutOptions, type PowerCutResult } from '../support/power-cut/power-cuts.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

const CONTROL_IMAGES = 5
const { images, seconds } = readNumbers({ images: { short: 40, full: 500 }, seconds: 6 })

async function measureDatabase(name: string, cut: (options: PowerCutOptions) => Promise<PowerCutResult>) {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-power-'))
  try {
    reportCuts(name, await cut({ folder, images, controlImages: CONTROL_IMAGES, writingMs: seconds * 1_000 }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function reportCuts(name: string, result: PowerCutResult): void {
  const { acknowledged, fewestInAnImage, problems, control } = result
  for (const problem of problems) console.log(`  ${problem}`)
  report({
    test: 'T14',
    goal: `${name}: ${images} images, 0 lost, 0 half done, indexes whole`,
    measured: `${result.images} images, ${acknowledged} writes acknowledged, at least ${fewestInAnImage} before each cut, ${problems.length} images with a problem`,
    isOk: problems.length === 0 && result.images === images && fewestInAnImage > 0,
  })
  report({
    test: 'T14',
    goal: `${name}, a disk that ignores fsync: loses acknowledged writes`,
    measured: `${control.losses.length} of ${control.images} images lost some`,
    isOk: control.losses.length > 0,
  })
  for (const loss of control.losses) console.log(`  ${loss}`)
}

const problem = await findTraceProblem()
if (problem !== undefined) reportSkipped('T14', problem)
else {
  await measureDatabase('embedded', cutEmbedded)
  const programs = await findPostgresPrograms()
  if (programs) await measureDatabase('PostgreSQL', (options) => cutPostgres(options, programs))
  else reportSkipped('T14', 'PostgreSQL is not installed')
}
