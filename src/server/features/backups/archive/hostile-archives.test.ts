import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectArchive } from './inspect-archive.ts'

// An archive comes from a place that others may write to. Nothing is restored before it has passed here.

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-archives-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Entry extends Partial<TarHeader> {
  name: string
  body?: string | Buffer
}

const PICTURE = `files/${'ab'.repeat(16)}.webp`
const header = (changes: object = {}): Entry => ({
  name: 'backup.json',
  body: JSON.stringify({
    ...{ format: 1, version: '0.1.0', created_at: '2026-01-01T00:00:00.000Z', has_files: true },
    ...changes,
  }),
})
const LINES = '{"id":1}\n{"id":2}\n'
const part = (body: string | Buffer = gzipSync(LINES)): Entry => ({ name: 'database/users/000001.jsonl.gz', body })
const picture: Entry = { name: PICTURE, body: 'picture' }
const manifest = (changes: object = {}): Entry => ({
  name: 'manifest.json',
  body: JSON.stringify({
    ...{
      migration: '0003_dashboard',
      tables: { users: 2, blogs: 0 },
      sequences: { thing_id: '7', users_id_seq: null },
    },
    ...{ database_bytes: LINES.length, files: 1, file_bytes: 7 },
    ...changes,
  }),
})

/** With right checksums unless it says otherwise. */
async function inspect(entries: Entry[], changeSums = (sums: string) => sums) {
  const sums = entries.map(({ name, body = '' }) => `${createHash('sha256').update(body).digest('hex')}  ${name}\n`)
  const all = [...entries, { name: 'SHA256SUMS', body: changeSums(sums.join('')) }]
  return inspectBytes(await pack(all))
}

const pack = (entries: Entry[]) =>
  packTar(
    entries.map(({ body = '', ...rest }) => ({
      header: { size: rest.type === undefined ? Buffer.byteLength(body) : 0, ...rest },
      ...(rest.type === undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })),
  )

function inspectBytes(bytes: Uint8Array) {
  const path = join(folder, 'archive.tar')
  writeFileSync(path, bytes)
  return inspectArchive(path)
}

const DAMAGED = 'This file is not a complete backup of Learn Lantern, or it is damaged.'
const NEWER = 'This backup was made by a newer version of Learn Lantern. Update first, then restore it.'

test('accepts a complete archive', async () => {
  const found = await inspect([header(), picture, part(), manifest()])
  expect(found.manifest).toMatchObject({ files: 1, tables: { users: 2, blogs: 0 } })
})

test.each<[string, Entry[]]>([
  ['a path out of the folder', [header(), { name: '../../etc/cron.d/x', body: 'x' }]],
  ['an absolute path', [header(), { name: '/etc/passwd', body: 'x' }]],
  ['a path out of the uploads', [header(), { name: `files/../${'ab'.repeat(16)}.webp`, body: 'x' }]],
  ['a file in another folder', [header(), { name: `files/unfinished/${'ab'.repeat(16)}-1`, body: 'x' }]],
  ['a file that is no upload', [header(), { name: 'files/.env', body: 'x' }]],
  ['a table name with a quote', [header(), { ...part(), name: 'database/users";drop/000001.jsonl.gz' }]],
  ['a symbolic link', [header(), { name: PICTURE, type: 'symlink', linkname: '/etc/passwd' }]],
  ['a hard link', [header(), { name: PICTURE, type: 'link', linkname: 'backup.json' }]],
  ['a device', [header(), { name: PICTURE, type: 'character-device' }]],
  ['a folder', [header(), { name: 'files/', type: 'directory' }]],
  ['the same file twice', [header(), picture, picture, part(), manifest({ files: 2, file_bytes: 14 })]],
  ['a compression bomb', [header(), picture, part(gzipSync(Buffer.alloc(65_000_000))), manifest()]],
  ['rows that are not compressed', [header(), picture, part(LINES), manifest()]],
  ['a missing header', [picture, part(), manifest()]],
  ['a header at the end', [picture, part(), manifest(), header()]],
  ['a missing manifest', [header(), picture, part()]],
  ['a manifest that is no JSON', [header(), picture, part(), { name: 'manifest.json', body: '{' }]],
  ['fewer rows than it says', [header(), picture, part(), manifest({ tables: { users: 3 } })]],
  ['rows of a table that it does not name', [header(), picture, part(), manifest({ tables: {} })]],
  ['fewer bytes than it says', [header(), picture, part(), manifest({ database_bytes: 1e9 })]],
  ['fewer files than it says', [header(), part(), manifest()]],
  [
    'a sequence name with a quote',
    [header(), picture, part(), manifest({ sequences: { 'x"; drop table users': '1' } })],
  ],
])('refuses %s', async (_name, entries) => {
  await expect(inspect(entries)).rejects.toThrow(DAMAGED)
})

test.each<[string, (sums: string) => string]>([
  ['a wrong checksum', (sums) => sums.replace(/^[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0'))],
  ['a missing checksum', (sums) => sums.split('\n').slice(1).join('\n')],
  ['a checksum too many', (sums) => `${sums}${'0'.repeat(64)}  files/${'cd'.repeat(16)}.webp\n`],
  ['no checksums', () => ''],
])('refuses %s', async (_name, changeSums) => {
  await expect(inspect([header(), picture, part(), manifest()], changeSums)).rejects.toThrow(DAMAGED)
})

test.each<[string, Entry[]]>([
  ['of a newer format', [header({ format: 2 }), picture, part(), manifest()]],
  ['with a migration that this version has not', [header(), picture, part(), manifest({ migration: '9999_later' })]],
])('refuses an archive %s', async (_name, entries) => {
  await expect(inspect(entries)).rejects.toThrow(NEWER)
})

test('refuses an archive that was cut or changed anywhere, and other files', async () => {
  const entries = [header(), picture, part(), manifest()]
  await inspect(entries)
  const sums = entries.map(({ name, body = '' }) => `${createHash('sha256').update(body).digest('hex')}  ${name}\n`)
  const whole = await pack([...entries, { name: 'SHA256SUMS', body: sums.join('') }])
  // The padding at the end of a tar file means nothing.
  const end = whole.length - 1024
  for (let at = 300; at < end; at += 700) await expect(inspectBytes(whole.subarray(0, at))).rejects.toThrow(DAMAGED)
  const content = [
    ...Buffer.from(whole)
      .toString('latin1')
      .matchAll(/picture|"users":2|0003_dashboard/g),
  ]
  expect(content.length).toBeGreaterThan(2)
  for (const { index } of content) {
    const changed = Uint8Array.from(whole)
    changed[index + 1] = (changed[index + 1] ?? 0) ^ 1
    await expect(inspectBytes(changed)).rejects.toThrow(DAMAGED)
  }
  for (const other of ['', 'just text', gzipSync('x'.repeat(9_999))])
    await expect(inspectBytes(Buffer.from(other))).rejects.toThrow(DAMAGED)
  await expect(inspectArchive(join(folder, 'missing.tar'))).rejects.toThrow('ENOENT')
})
