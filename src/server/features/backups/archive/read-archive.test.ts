import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAll, readArchive } from './read-archive.ts'

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

test('says in one sentence that a large archive was cut, wherever that was', async () => {
  const sizes = [200, 900_000, 900_000, 900_000]
  const bytes = await packTar(
    sizes.map((size, n) => ({ header: { name: `entry-${n}`, size }, body: new Uint8Array(size).fill(7) })),
  )
  const path = join(folder, 'cut.tar')
  const read = async () => {
    for await (const entry of readArchive(path)) await readAll(entry, 1_000_000)
  }
  writeFileSync(path, bytes)
  await read()
  for (const length of [1_400, 400_000, 1_200_000, bytes.length - 3_000]) {
    writeFileSync(path, bytes.subarray(0, length))
    await expect(read()).rejects.toThrow('This file is not a complete backup of Learn Lantern, or it is damaged.')
  }
})

test('names what can’t be read', async () => {
  const read = async () => {
    for await (const entry of readArchive(folder)) await readAll(entry, 1)
  }
  await expect(read()).rejects.toThrow(`${folder} can’t be read (EISDIR: illegal operation on a directory, read).`)
})
