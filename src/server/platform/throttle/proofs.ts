import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { PROOF_BITS } from '#contract/limits.ts'
import type { ProofChallenge } from '#contract/schemas/accounts/session.ts'
import { type CreateLimiter, hashEmail, MINUTE_S } from './limiters.ts'

/** Proofs of work (hashcash): a challenge costs the server nothing, and its solution costs a browser about a second. */
export interface Proofs {
  createChallenge(email: string): Promise<ProofChallenge>
  /** True once for a solution of a recent challenge for this email. A proof is `seed:nonce`. */
  accept(email: string, proof: string): Promise<boolean>
}

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_S * 1000

/** Challenges are signed instead of stored, so that asking for many fills no table. */
export function createProofs(createLimiter: CreateLimiter, pool: Pool): Proofs {
  const usedProofs = createLimiter('proof', 1, 2 * (CHALLENGE_LIFETIME_MS / 1000))
  let secret: Promise<string> | undefined

  async function sign(email: string, seed: string): Promise<Buffer> {
    secret ??= readSecret(pool).catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return createHmac('sha256', await secret)
      .update(`${hashEmail(email)} ${seed}`)
      .digest()
  }

  return {
    async createChallenge(email) {
      const unsigned = `${Date.now().toString(36)}.${randomBytes(12).toString('base64url')}`
      return { seed: `${unsigned}.${(await sign(email, unsigned)).toString('base64url')}`, bits: PROOF_BITS }
    },
    async accept(email, proof) {
      const [, unsigned = '', issued = '', signature = ''] =
        /^(([\da-z]{1,10})\.[\w-]{16})\.([\w-]{43}):\d{1,12}$/.exec(proof) ?? []
      const age = Date.now() - Number.parseInt(issued, 36)
      // Servers' clocks may differ.
      if (!(Math.abs(age) <= CHALLENGE_LIFETIME_MS)) return false
      if (!timingSafeEqual(await sign(email, unsigned), Buffer.from(signature, 'base64url'))) return false
      const digest = createHash('sha256').update(proof).digest()
      if (Math.clz32(digest.readUInt32BE()) < PROOF_BITS) return false
      const { consumedPoints } = await usedProofs.penalty(digest.toString('base64url'))
      return consumedPoints === 1
    },
  }
}

async function readSecret(pool: Pool): Promise<string> {
  await pool.query('INSERT INTO site (id) VALUES (1) ON CONFLICT DO NOTHING')
  const { rows } = await pool.query<{ proof_secret: string }>('SELECT proof_secret FROM site')
  const secret = rows[0]?.proof_secret
  if (secret === undefined) throw new Error('The site has no secret')
  return secret
}
