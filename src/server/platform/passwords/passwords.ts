import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#contract/errors.ts'

/** argon2id, 19 MiB, two passes, one lane: about 20 ms on a slow core. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing shares libuv's four threads with file reads, which need some of them. */
const MAX_CONCURRENT_HASHES = 2
/** A longer queue would exceed the request timeout. */
const MAX_QUEUED_HASHES = 200

let running = 0
const waiting: (() => void)[] = []

async function runQueued<Result>(task: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_CONCURRENT_HASHES) {
    if (waiting.length >= MAX_QUEUED_HASHES) throw new AppError('busy', { retryAfter: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await task()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Returns the PHC string that the database stores. */
export function hashPassword(password: string): Promise<string> {
  return runQueued(() => hash(password.normalize('NFC'), ARGON2_OPTIONS))
}

let dummyHash: Promise<string> | undefined

/** Without a hash (unknown user or no password) it does the same work and returns false, so that timing reveals nothing. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword('a password that is never used')
  const stored = passwordHash ?? (await dummyHash)
  const matches = await runQueued(() => verify(stored, password.normalize('NFC')))
  return matches && passwordHash !== null
}
