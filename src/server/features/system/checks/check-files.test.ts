import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createFileChecks } from './check-files.ts'
import { checkOwner } from './check-owner.ts'
import { checkStorage } from './check-storage.ts'
import { createTarget, find } from '#server/testing/check-target.ts'

const t = useTestApp()
const target = createTarget(t)

describe('The check of files', () => {
  const roomy = createFileChecks(async () => ({ freeBytes: 1e12, totalBytes: 1e12 }))

  it.each([
    [1e12, 'ok'],
    [9e10, 'warning'],
    [4e10, 'error'],
  ])('calls %i free bytes of a terabyte %s', async (freeBytes, status) => {
    const checks = await createFileChecks(async () => ({ freeBytes, totalBytes: 1e12 }))(target())
    expect(find(checks, 'disk_space')?.status).toBe(status)
  })

  it('warns when a roomy disk has too little for the uploads that are open', async () => {
    const warnings = [{ code: 'low_disk', text: 'Uploads are refused.' }]
    expect(find(await roomy(target({}, { warnings })), 'disk_space')).toMatchObject({
      status: 'warning',
      text: 'Uploads are refused.',
    })
  })

  it('says when nothing can be written', async () => {
    expect(await roomy(target({ dataDir: join(t.dataDir, 'nowhere') }))).toMatchObject([
      { code: 'data_writable', status: 'error', text: expect.stringMatching(/\(ENOENT\)\. Create the folder/) },
    ])
  })

  it('says how to close a folder that other users can read', async () => {
    const dataDir = join(t.dataDir, 'shared')
    const uploads = join(dataDir, 'uploads')
    mkdirSync(uploads, { recursive: true })
    chmodSync(uploads, 0o755)
    writeFileSync(join(uploads, 'x'), '')
    expect(find(await roomy(target({ dataDir })), 'data_private')).toMatchObject({
      status: 'warning',
      text: expect.stringContaining(`chmod 700 ${uploads}`),
    })
    chmodSync(uploads, 0o700)
    const checks = await roomy(target({ dataDir }))
    expect(find(checks, 'data_private')?.text ?? '').not.toContain(uploads)
  })

  it.each(['.', 'backups', 'outbox', 'secret.key'])('looks at the access to %s of the data folder', async (name) => {
    const dataDir = join(t.dataDir, `private-${name}`)
    mkdirSync(join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
    mkdirSync(join(dataDir, 'outbox'), { mode: 0o700 })
    writeFileSync(join(dataDir, 'secret.key'), 'x', { mode: 0o600 })
    const read = async () => find(await roomy(target({ dataDir })), 'data_private')?.text ?? ''
    expect(await read()).not.toContain(dataDir)
    chmodSync(join(dataDir, name), 0o755)
    expect(await read()).toContain(`chmod ${name === 'secret.key' ? 600 : 700} ${join(dataDir, name)}`)
  })

  it('says that a file is where the data folder should be', async () => {
    const dataDir = join(t.dataDir, 'a-file')
    writeFileSync(dataDir, '')
    expect(await roomy(target({ dataDir }))).toMatchObject([
      { status: 'error', text: expect.stringMatching(/\(ENOTDIR\)\. A file is in the way/) },
    ])
  })

  it('gives no advice about rights on an error that has another cause', async () => {
    const dataDir = join(t.dataDir, 'x'.repeat(300))
    expect(await roomy(target({ dataDir }))).toMatchObject([
      { status: 'error', text: expect.stringMatching(/\(ENAMETOOLONG\)\. Look into the log of the system/) },
    ])
  })

  const isRoot = process.getuid?.() === 0
  it.skipIf(!isRoot)('names files that belong to another user (root only)', async () => {
    const dataDir = join(t.dataDir, 'owned')
    mkdirSync(join(dataDir, 'database'), { recursive: true })
    for (const path of [dataDir, join(dataDir, 'database')]) chownSync(path, 65_534, 65_534)
    expect(await checkOwner(target({ dataDir }))).toMatchObject([{ status: 'ok' }])
    mkdirSync(join(dataDir, 'lost+found'))
    expect(await checkOwner(target({ dataDir }))).toMatchObject([{ status: 'ok' }])
    writeFileSync(join(dataDir, 'database/1234'), '')
    expect(await checkOwner(target({ dataDir }))).toMatchObject([
      {
        status: 'warning',
        text: expect.stringMatching(/database\/1234 belongs to another user\. Run: sudo chown -R nobody /),
      },
    ])
  })

  it('tries the folder and the bucket of backups', async () => {
    const backups = { ...t.env.backups, to: join(t.dataDir, 'elsewhere') }
    const dataDir = join(t.dataDir, 'other')
    expect(await checkStorage(target({ dataDir, backups }))).toMatchObject([
      {
        code: 'backup_target',
        status: 'error',
        text: expect.stringMatching(/\(ENOENT\)\. Create the folder, or correct BACKUP_TO/),
      },
    ])
    mkdirSync(backups.to)
    expect(await checkStorage(target({ dataDir, backups }))).toMatchObject([{ code: 'backup_target', status: 'ok' }])
    const { s3 } = readEnv({ S3_URL: 's3://key:a-secret@127.0.0.1:1/bucket?tls=off' })
    const [checked] = await checkStorage(target({ s3 }))
    expect(checked).toMatchObject({
      code: 'file_store',
      status: 'error',
      text: expect.stringMatching(/refuses the keys \(bad port\)\. .* keys in S3_URL/),
    })
    expect(checked?.text).not.toContain('a-secret')
  })
})
