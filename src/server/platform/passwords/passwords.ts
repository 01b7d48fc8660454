import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#contract/errors.ts'

/** argon2id, 19 MiB, two passes, one lane: about 20 ms on a slow core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes at once: hashing shares four threads with file reads, so it must leave some of them free. */
const AT_ONCE = 2
/** Past this many waiting, a hash would be answered too late to be of use. */
const QUEUE = 200

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE) throw new AppError('busy', { retryAfter: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Off the event loop; gives the PHC form that the database keeps. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), COST))
}

let nobodysHash: Promise<string> | undefined

/**
 * True when the password is the one the hash was made from. Without a hash (unknown user, no password set) the
 * same work is done and the answer is false, so that time tells nothing.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password')
  const stored = passwordHash ?? (await nobodysHash)
  const matches = await inTurn(() => verify(stored, password.normalize('NFC')))
  return matches && passwordHash !== null
}
