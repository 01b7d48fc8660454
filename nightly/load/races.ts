// T20: 50 calls at once for the same thing: enroll, complete, review, sign up, buy, the last coupon, delete and use, two admins
// who remove each other; on the embedded database and on PostgreSQL. A round in which nothing succeeds fails (48 rounds in
// turn on each by default; `--full` for the whole programme: 1,000).
import { onBothDatabases } from '../support/postgres.ts'
import { readNumbers, report } from '../support/report.ts'
import type { SignedIn } from '../support/users/chat-tab.ts'
import { addCrowd } from '../support/users/crowd.ts'
import { findBrokenInvariants } from '../support/users/race-invariants.ts'
import { ROUNDS } from '../support/users/race-rounds.ts'
import { withProduct } from '../support/with-product.ts'

const AT_ONCE = 50
const { rounds } = readNumbers({ rounds: { short: 48, full: 1_000 } })

await onBothDatabases('T20', async ({ name: database, databaseUrl }) => {
  let buyers: SignedIn[] = []
  const prepare = async (settings: Parameters<typeof addCrowd>[0]) => {
    buyers = await addCrowd(settings, 'student', AT_ONCE)
  }
  const measure = async ({ product, campus, dataDir }: Parameters<Parameters<typeof withProduct>[0]>[0]) => {
    const kinds = Object.entries(ROUNDS)
    let failed = 0
    for (let round = 0; round < rounds; round++) {
      const [name, run] = kinds[round % kinds.length] ?? []
      await run?.({ url: product.url, campus, buyers }, AT_ONCE).catch((error: unknown) => {
        failed++
        console.log(`  ${name}: ${String(error)}`)
      })
    }
    await product.stop()
    const broken = await findBrokenInvariants({ dataDir, ...(databaseUrl && { databaseUrl }) })
    for (const one of broken) console.log(`  ${one}`)
    report({
      test: 'T20',
      goal: `${database}: ${rounds} of ${rounds} rounds of ${AT_ONCE} calls keep every invariant`,
      measured: `${rounds - failed} of ${rounds} rounds right, ${broken.length} invariants broken`,
      isOk: failed === 0 && broken.length === 0 && rounds >= kinds.length,
    })
  }
  await withProduct(measure, { databaseUrl, prepare })
})
