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
const { images, seconds } = readNumbers({ images: 40, seconds: 6 })

async function measure(cut: (options: PowerCutOptions) => Promise<PowerCutResult>, count: number, syncs = true) {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-power-'))
  try {
    return await cut({ folder, images: count, writingMs: seconds * 1_000, syncs })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureDatabase(name: string, cut: (options: PowerCutOptions) => Promise<PowerCutResult>) {
  const { acknowledged, images: checked, problems } = await measure(cut, images)
  for (const problem of problems) console.log(`  ${problem}`)
  report({
    test: 'T14',
    goal: `${name}: 0 lost, 0 half done, indexes whole`,
    measured: `${checked} images, ${acknowledged} writes acknowledged, ${problems.length} images with a problem`,
    isOk: problems.length === 0 && checked > 0 && acknowledged > 0,
  })
  const control = await measure(cut, CONTROL_IMAGES, false)
  report({
    test: 'T14',
    goal: `${name}, a disk that ignores fsync: loses`,
    measured: `${control.problems.length} of ${control.images} images with a problem`,
    isOk: control.problems.length > 0,
  })
}

const problem = await findTraceProblem()
if (problem !== undefined) reportSkipped('T14', problem)
else {
  await measureDatabase('embedded', cutEmbedded)
  const programs = await findPostgresPrograms()
  if (programs) await measureDatabase('PostgreSQL', (options) => cutPostgres(options, programs))
  else reportSkipped('T14', 'PostgreSQL is not installed')
}
