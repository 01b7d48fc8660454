import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lantern-secrets-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const SECRET = Buffer.from('a secret of twenty b')

test('creates a key that only its owner can read, and uses it again', () => {
  const encrypted = openSecretBox({ secretKey: undefined, dataDir }).encrypt(SECRET, 'user 1')
  expect(encrypted.includes(SECRET)).toBe(false)
  expect(openSecretBox({ secretKey: undefined, dataDir }).decrypt(encrypted, 'user 1')).toEqual(SECRET)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
})

test('decrypts nothing with another key, for another user, or after a change', () => {
  const secretKey = 'k'.repeat(32)
  const box = openSecretBox({ secretKey, dataDir })
  const encrypted = box.encrypt(SECRET, 'user 1')
  expect(openSecretBox({ secretKey, dataDir }).decrypt(encrypted, 'user 1')).toEqual(SECRET)
  expect(openSecretBox({ secretKey: 'x'.repeat(32), dataDir }).decrypt(encrypted, 'user 1')).toBeNull()
  expect(box.decrypt(encrypted, 'user 2')).toBeNull()
  for (const position of [0, 15, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(box.decrypt(changed, 'user 1')).toBeNull()
  }
  expect(box.decrypt(Buffer.alloc(3), 'user 1')).toBeNull()
})
