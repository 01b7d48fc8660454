import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { getErrorCode } from '#server/platform/error-code.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const FILE_NAME = 'secret.key'

/** Encrypts what the database keeps and a copy of the database must not give away (AES-256-GCM). */
export interface SecretBox {
  /** @param owner whose secret it is: another owner's cannot be decrypted in its place */
  encrypt(secret: Uint8Array, owner: string): Buffer
  /** Null when it was encrypted with another key or for another owner. */
  decrypt(encrypted: Buffer, owner: string): Buffer | null
}

interface KeySettings {
  secretKey: string | undefined
  dataDir: string
}

/** With the key of the settings, or with one that the data folder keeps. */
export const openSecretBox = ({ secretKey, dataDir }: KeySettings): SecretBox =>
  createSecretBox(secretKey ?? readKeyFile(dataDir) ?? createKeyFile(dataDir))

/** For a command that changes nothing: while there is no key, nothing can be decrypted. */
export const openSecretBoxForReading = ({ secretKey, dataDir }: KeySettings): SecretBox =>
  createSecretBox(secretKey ?? readKeyFile(dataDir) ?? randomBytes(32))

function createSecretBox(text: string | Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', text, '', 'learn lantern secrets', 32))
  return {
    encrypt(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt(encrypted, owner) {
      const nonce = encrypted.subarray(0, NONCE_BYTES)
      const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

function readKeyFile(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, FILE_NAME), 'utf8').trim()
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error
    return undefined
  }
}

/** At the first start. Of several servers that start together, all get the same key. */
function createKeyFile(dataDir: string): string {
  const path = join(dataDir, FILE_NAME)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    // Unlike a rename, a link never replaces the key of another server.
    linkSync(draft, path)
    syncFolder(dataDir)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8').trim()
}

/** What the key encrypts may be stored durably at once. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
