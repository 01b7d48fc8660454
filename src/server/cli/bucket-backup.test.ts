import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { createBackupTarget } from '#server/features/backups/targets/create-backup-target.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startS3Proxy } from '#server/testing/files/s3-proxy.ts'
import { startS3Server } from '#server/testing/files/s3-server.ts'
import { runBackupCommand } from './backup-commands.ts'
import { CommandError } from './commands.ts'

const NAME = 'learn-lantern-20260101T030000Z-1a2b.tar'

test.each(['verify-backup', 'restore'] as const)(
  '%s ends a download at once, and leaves nothing of it',
  async (name) => {
    const server = await startS3Server()
    onTestFinished(() => server.remove())
    const proxy = await startS3Proxy(server.url)
    onTestFinished(() => proxy.close())
    const dataDir = mkdtempSync(join(inject('runFolder'), 'bucket-backup-'))
    const settings = { DATA_DIR: dataDir, BACKUP_TO: proxy.url }
    await createBackupTarget(readEnv(settings).backups.to, dataDir).write(NAME, Readable.from([Buffer.from('backup')]))
    proxy.setMode('stall')
    const stopping = new AbortController()
    const command = runBackupCommand(name, [NAME], settings, { signal: stopping.signal })
    await eventually(() => expect(readdirSync(dataDir, { recursive: true }).join(' ')).toContain(NAME))
    stopping.abort(new CommandError('Interrupted.'))
    await expect(command).rejects.toThrow('Interrupted.')
    expect(readdirSync(dataDir)).toEqual([])
  },
)
