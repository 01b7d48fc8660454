import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyTemplate } from '../../src/server/testing/template.ts'
import {
  killEmbedded,
  killOnPostgres,
  type KillResult,
  RESTART_WITHIN_MS,
  toOwnMs,
} from '../support/faults/kill-loops.ts'
import { findPostgresPrograms } from '../support/postgres.ts'
import { cutEmbedded } from '../support/power-cut/power-cuts.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'

// Short forms of `npm run nightly -- kill` and `-- power-cut`: the shortest in `npm test`; in CI what the programme in
// reliability.md asks for at each change.

const IS_CI = Boolean(process.env.CI)
const LOOPS = IS_CI ? 50 : 2
const IMAGES = IS_CI ? 40 : 2
const CONTROL_IMAGES = 3
/** At most thirty seconds for a kill or an image, on a busy machine. */
const TIMEOUT_MS = 30_000 * LOOPS + 60_000

const traceProblem = await findTraceProblem()
const programs = IS_CI ? await findPostgresPrograms() : null

let folder = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-crash-'))
  // Creating a database takes longer than both tests.
  await copyTemplate(join(folder, 'data'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function expectGood({ fewestInALoop, problems, restarts }: KillResult) {
  expect(problems).toEqual([])
  expect(fewestInALoop).toBeGreaterThan(0)
  expect(restarts).toHaveLength(LOOPS)
  expect(restarts.filter((restart) => toOwnMs(restart) > RESTART_WITHIN_MS)).toEqual([])
}

test(
  'loses no acknowledged write and leaves none half done when it is killed',
  async () => {
    expectGood(await killEmbedded({ folder, loops: LOOPS }))
  },
  TIMEOUT_MS,
)

test.skipIf(!programs)(
  `loses none on PostgreSQL either${programs ? '' : ' (skipped: runs in CI, where PostgreSQL is installed)'}`,
  async () => {
    if (!programs) return
    expectGood(await killOnPostgres({ folder, loops: LOOPS, programs }))
  },
  TIMEOUT_MS,
)

test.skipIf(traceProblem)(
  `loses no acknowledged write in a power cut${traceProblem === undefined ? '' : ` (skipped: ${traceProblem})`}`,
  async () => {
    const options = { folder, images: IMAGES, controlImages: CONTROL_IMAGES, writingMs: 1_500 }
    const { images, fewestInAnImage, problems, control } = await cutEmbedded(options)
    expect(problems).toEqual([])
    expect(images).toBe(IMAGES)
    expect(fewestInAnImage).toBeGreaterThan(0)
    // On a disk that ignores fsync.
    expect(control.losses).not.toEqual([])
  },
  TIMEOUT_MS,
)
