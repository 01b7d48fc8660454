import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChangedFiles, takeSnapshot } from './stray-files.ts'

let outer: string
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'lantern-strays-'))
  for (const path of ['parent/data/uploads', 'parent/data/database', 'project'])
    mkdirSync(join(outer, path), { recursive: true })
  writeFileSync(join(outer, 'project/package.json'), '{}')
})
afterEach(() => rmSync(outer, { recursive: true }))

function findStrays(write: () => void): string[] {
  const folder = join(outer, 'parent')
  const places = { folder, bases: [join(folder, 'data'), folder, join(outer, 'project')] }
  const before = takeSnapshot(places)
  write()
  return findChangedFiles(before, takeSnapshot(places), folder)
}

test.each([
  ['a new file in the store', 'parent/data/uploads/a.webp', 'data/uploads/a.webp'],
  ['a new file beside the data folder', 'parent/etc.png', 'etc.png'],
  ['what ../../ reaches from the data folder', 'stray.png', '../stray.png'],
  ['a new file in the working directory', 'project/new.txt', '../project/new.txt'],
  ['a changed file in the working directory', 'project/package.json', '../project/package.json'],
])('finds %s', (_title, path, found) => {
  expect(findStrays(() => writeFileSync(join(outer, path), 'anything'))).toEqual([found])
})

test('ignores the files of the database', () => {
  expect(findStrays(() => writeFileSync(join(outer, 'parent/data/database/1'), 'anything'))).toEqual([])
})
