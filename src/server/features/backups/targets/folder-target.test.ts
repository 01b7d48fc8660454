import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, inject, test } from 'vitest'
import { FolderTarget } from './folder-target.ts'

test('a backup into a file replaces what a killed one has left after an hour, and says so before', async () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'folder-target-'))
  const target = new FolderTarget(folder, { fileName: 'monday.tar' })
  const write = () => target.write('monday.tar', Readable.from([Buffer.from('backup')]))
  const left = join(folder, 'monday.tar.part')
  writeFileSync(left, '')
  await expect(write()).rejects.toThrow(`${left} exists: another backup is writing it, or was killed.`)
  expect(readdirSync(folder)).toEqual(['monday.tar.part'])
  utimesSync(left, 1, 1)
  await write()
  expect(readdirSync(folder)).toEqual(['monday.tar'])
})

test('keeps 5 % of the data’s disk free, and 500 MB of another one', async () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'folder-target-'))
  const write = (otherDevice: number, freeBytes: number) =>
    new FolderTarget(folder, {
      dataDir: '/data',
      fileName: `${otherDevice}.tar`,
      readUsage: async () => ({ freeBytes, totalBytes: 4e12 }),
      readDevice: async (path) => (path === folder ? 1 : otherDevice),
    }).write(`${otherDevice}.tar`, Readable.from([Buffer.from('backup')]))
  await expect(write(1, 190e9)).rejects.toThrow('There is not enough disk space for a backup.')
  await expect(write(2, 0.53e9)).rejects.toThrow('There is not enough disk space for a backup.')
  expect(await write(2, 0.54e9)).toBe(6)
})
