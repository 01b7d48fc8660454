import { hash, verify } from '@node-rs/argon2'
import { HashQueue } from './hash-queue.ts'

/** argon2id, 19 MiB, two passes, one lane: about 20 ms on a slow core. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let cost = HASH_COST
let dummyHash: Promise<string> | undefined

/** For tests, which hash at a lower cost. A hash names its own cost, so those that exist stay valid. */
export function setHashCost(newCost: typeof HASH_COST): void {
  cost = newCost
  dummyHash = undefined
}

// Hashing shares libuv's four threads with file reads, which need some of them. A longer queue would exceed the request
// timeout. Codes and sign-ups have a queue of their own, so that a flood of them cannot starve logins.
const logins = new HashQueue({ maxRunning: 2, maxQueued: 200 })
const others = new HashQueue({ maxRunning: 1, maxQueued: 100 })

/** How long they are, for the metrics. */
export const getHashQueues = () => ({ logins, hashes: others })

/** Returns the PHC string that the database stores. */
export function hashPassword(password: string): Promise<string> {
  return others.run(() => hash(password.normalize('NFC'), cost))
}

/** Without a hash (unknown user or no password) it does the same work and returns false, so that timing reveals nothing. */
export const verifyPassword = (password: string, passwordHash: string | null) =>
  verifyIn(logins, password, passwordHash)

/** The same for a code from an email. */
export const verifyCode = (code: string, codeHash: string | null) => verifyIn(others, code, codeHash)

async function verifyIn(queue: HashQueue, text: string, storedHash: string | null): Promise<boolean> {
  dummyHash ??= hash('a password that is never used', cost)
  const compared = storedHash ?? (await dummyHash)
  const matches = await queue.run(() => verify(compared, text.normalize('NFC')))
  return matches && storedHash !== null
}
