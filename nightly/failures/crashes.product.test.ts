import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyTemplate } from '../../src/server/testing/template.ts'
import { killEmbedded } from '../support/faults/kill-loops.ts'
import { cutEmbedded } from '../support/power-cut/power-cuts.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'

// Short forms of `npm run nightly -- kill` and `-- power-cut`.

const traceProblem = await findTraceProblem()

let folder = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-crash-'))
  // Creating a database takes longer than both tests.
  await copyTemplate(join(folder, 'data'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('loses no acknowledged write and leaves none half done when it is killed', async () => {
  const { acknowledged, problems, restarts } = await killEmbedded({ folder, loops: 2 })
  expect(problems).toEqual([])
  expect([acknowledged > 0, restarts.length]).toEqual([true, 2])
})

test.skipIf(traceProblem)(
  `loses no acknowledged write in a power cut${traceProblem === undefined ? '' : ` (skipped: ${traceProblem})`}`,
  async () => {
    const { acknowledged, images, problems } = await cutEmbedded({ folder, images: 2, writingMs: 1_500 })
    expect(problems).toEqual([])
    expect([acknowledged > 0, images]).toEqual([true, 2])
  },
)
