import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUnfinishedFolder } from '#server/features/lessons/unfinished-uploads.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { SubmissionFiles } from './submission-files.ts'

let folder: string
let files: SubmissionFiles
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-submissions-'))
  mkdirSync(getUnfinishedFolder(folder))
  files = new SubmissionFiles(folder, new FolderStore(folder), { claim: (_bytes, write) => write() })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a request's body yields before its connection ends. */
async function* read(parts: string[], error?: NodeJS.ErrnoException) {
  for (const part of parts) yield Buffer.from(part)
  if (error) throw error
}

test.each([
  ['is shorter than announced', Readable.from(read(['half'])), 'The upload was interrupted'],
  [
    'loses its connection',
    Readable.from(read(['half'], Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))),
    'The connection was interrupted',
  ],
])('an upload that %s is refused and leaves nothing', async (_name, bytes, message) => {
  await expect(files.store(7, 8, bytes)).rejects.toMatchObject({ code: 'invalid_input', message })
  expect(readdirSync(getUnfinishedFolder(folder))).toEqual([])
})
