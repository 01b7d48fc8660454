import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, inject, test } from 'vitest'
import { FolderTarget } from './folder-target.ts'

test('a backup into a file replaces what a killed one has left after an hour, and says so before', async () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'folder-target-'))
  const target = new FolderTarget(folder, 'monday.tar')
  const write = () => target.write('monday.tar', Readable.from([Buffer.from('backup')]))
  const left = join(folder, 'monday.tar.part')
  writeFileSync(left, '')
  await expect(write()).rejects.toThrow(`${left} exists: another backup is writing it, or was killed.`)
  expect(readdirSync(folder)).toEqual(['monday.tar.part'])
  utimesSync(left, 1, 1)
  await write()
  expect(readdirSync(folder)).toEqual(['monday.tar'])
})
