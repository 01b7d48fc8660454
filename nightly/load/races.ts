// T20: 50 calls at once for the same thing: enroll, complete, review, sign up, buy, delete and use, two admins who remove each
// other (`--rounds 1000` of them in all, 60 by default).
import { findBrokenInvariants, ROUNDS } from '../support/users/race-rounds.ts'
import { readNumbers, report } from '../support/report.ts'
import { withProduct } from '../support/with-product.ts'

const AT_ONCE = 50
const { rounds } = readNumbers({ rounds: 60 })

await withProduct(async ({ product, campus, dataDir }) => {
  const kinds = Object.entries(ROUNDS)
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    const [name, run] = kinds[round % kinds.length] ?? []
    try {
      await run?.(product.url, campus, AT_ONCE)
    } catch (error) {
      failed++
      console.log(`  ${name}: ${String(error)}`)
    }
  }
  await product.stop()
  const broken = await findBrokenInvariants(dataDir)
  for (const one of broken) console.log(`  ${one}`)
  report({
    test: 'T20',
    goal: `${rounds} of ${rounds} rounds of ${AT_ONCE} calls keep every invariant`,
    measured: `${failed} rounds failed, ${broken.length} invariants broken`,
    isOk: failed === 0 && broken.length === 0,
  })
})
