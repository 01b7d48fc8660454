import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyTemplate } from '../../src/server/testing/template.ts'
import { killEmbedded, killOnPostgres } from '../support/faults/kill-loops.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { cutEmbedded } from '../support/power-cut/power-cuts.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'

// Short forms of `npm run nightly -- kill` and `-- power-cut`: the shortest in `npm test`, longer ones in CI.

const IS_CI = Boolean(process.env.CI)
const LOOPS = IS_CI ? 50 : 2
const IMAGES = IS_CI ? 40 : 2
/** At most twelve seconds for a kill or an image, on a busy machine. */
const TIMEOUT_MS = 12_000 * LOOPS + 60_000

const traceProblem = await findTraceProblem()
const programs = IS_CI ? await findPostgresPrograms() : null

let folder = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-crash-'))
  // Creating a database takes longer than both tests.
  await copyTemplate(join(folder, 'data'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test(
  'loses no acknowledged write and leaves none half done when it is killed',
  async () => {
    const { acknowledged, problems, restarts } = await killEmbedded({ folder, loops: LOOPS })
    expect(problems).toEqual([])
    expect([acknowledged > 0, restarts.length]).toEqual([true, LOOPS])
  },
  TIMEOUT_MS,
)

test.skipIf(!programs)(
  `loses none on PostgreSQL either${programs ? '' : ' (skipped: runs in CI, where PostgreSQL is installed)'}`,
  async () => {
    if (!programs) return
    const { acknowledged, problems, restarts } = await killOnPostgres({ folder, loops: LOOPS, programs })
    expect(problems).toEqual([])
    expect([acknowledged > 0, restarts.length]).toEqual([true, LOOPS])
  },
  TIMEOUT_MS,
)

test.skipIf(traceProblem)(
  `loses no acknowledged write in a power cut${traceProblem === undefined ? '' : ` (skipped: ${traceProblem})`}`,
  async () => {
    const { acknowledged, images, problems } = await cutEmbedded({ folder, images: IMAGES, writingMs: 1_500 })
    expect(problems).toEqual([])
    expect([acknowledged > 0, images]).toEqual([true, IMAGES])
  },
  TIMEOUT_MS,
)
