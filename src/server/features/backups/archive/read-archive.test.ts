import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArchive } from './read-archive.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-archive-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('reads a large file after each entry that was skipped', async () => {
  // More than the reader takes from the disk at once.
  const sizes = [
    ['a.json', 200],
    ['large-1', 1_000_000],
    ['b.json', 200],
    ['large-2', 3_000_000],
    ['c', 0],
  ] as const
  const path = join(folder, 'archive.tar')
  writeFileSync(
    path,
    await packTar(sizes.map(([name, size]) => ({ header: { name, size }, body: new Uint8Array(size).fill(7) }))),
  )
  const read: Record<string, number> = {}
  for await (const entry of readArchive(path)) {
    if (!entry.name.startsWith('large')) continue
    read[entry.name] = 0
    for await (const chunk of entry.bytes) read[entry.name] = (read[entry.name] ?? 0) + chunk.length
  }
  expect(read).toEqual({ 'large-1': 1_000_000, 'large-2': 3_000_000 })
})
