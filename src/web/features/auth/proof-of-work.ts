import type { ProofChallenge } from '#contract/schemas/accounts/session.ts'
import { hashStart } from './sha256.ts'

/** Short enough for the page to stay responsive. */
const SLICE_MS = 30
/** Browsers delay the timers of a hidden page by a second. */
const HIDDEN_SLICE_MS = 500

/** Finds a proof whose SHA-256 begins with as many zero bits as asked for. Takes about a second. */
export async function solveProof({ seed, bits }: ProofChallenge): Promise<string> {
  for (let nonce = 0; ;) {
    const sliceEnd = performance.now() + (document.hidden ? HIDDEN_SLICE_MS : SLICE_MS)
    while (performance.now() < sliceEnd) {
      for (const batchEnd = nonce + 200; nonce < batchEnd; nonce++) {
        const proof = `${seed}:${nonce}`
        if (Math.clz32(hashStart(proof)) >= bits) return proof
      }
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}
