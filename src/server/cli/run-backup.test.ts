import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { readEnv } from '#server/env.ts'
import type { Backups } from '#server/features/backups/backups.ts'
import { getSocketPath } from '#server/platform/db/embedded/socket-path.ts'
import { runBackupCommand } from './backup-commands.ts'
import { CommandError } from './commands.ts'
import { createBackupCommand } from './run-backup.ts'

test('a command that is interrupted says that the running server goes on with its backup', async () => {
  const settings = { DATA_DIR: mkdtempSync(join(inject('runFolder'), 'served-')) }
  const stopping = new AbortController()
  const server = createServer(() => stopping.abort(new CommandError('Interrupted.')))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(getSocketPath(settings.DATA_DIR, '.admin'), resolve))
  await expect(runBackupCommand('backup', [], settings, { signal: stopping.signal })).rejects.toThrow(
    'Interrupted. The server goes on with its backup.',
  )
})

test('a running server says that the file storage does not answer', async () => {
  const run = vi.fn<Backups['run']>().mockRejectedValue(new AppError('not_ready'))
  const unused = () => expect.unreachable()
  const backups = { run, recordRestoreTest: vi.fn<Backups['recordRestoreTest']>() }
  await expect(createBackupCommand(readEnv({}), backups, { insert: unused })()).rejects.toThrow(
    new CommandError('The file storage does not answer, or it refuses the keys of S3_URL.'),
  )
})
