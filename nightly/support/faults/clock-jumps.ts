import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProblems } from '../checks/find-problems.ts'
import { findNegativeAges, WrittenInTurn } from '../checks/time-order.ts'
import { openEmbeddedImage } from '../power-cut/open-image.ts'
import { startProduct } from '../product.ts'
import { createCampus } from '../users/campus.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import { signIn } from '../users/sign-up.ts'

const WRITING_MS = 3_000
/** Of Berlin, in 2026. */
const START_OF_SUMMER_TIME = Date.UTC(2026, 2, 29, 1)
const END_OF_SUMMER_TIME = Date.UTC(2026, 9, 25, 1)
/** So many seconds from now that the moment comes while users write. */
const toOffset = (moment: number) => String(Math.round((moment - WRITING_MS / 2 - Date.now()) / 1_000))
/** As faketime reads them. */
const JUMPS = [
  () => '+0',
  () => '+1h',
  () => '-2h',
  () => '+0',
  () => toOffset(START_OF_SUMMER_TIME),
  () => toOffset(END_OF_SUMMER_TIME),
]

export interface JumpResult {
  acknowledged: number
  failures: number
  problems: string[]
}

export async function jumpOnEmbedded(folder: string): Promise<JumpResult> {
  mkdirSync(folder)
  const dataDir = join(folder, 'data')
  const clock = join(folder, 'clock')
  const campus = await createCampus({ dataDir })
  const setClock = (offset: string) => writeFileSync(clock, `${offset}\n`)
  setClock('+0')
  // The file is read at each look at the clock, so that it jumps while the server runs.
  const settings = { FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1', TZ: 'Europe/Berlin' }
  const wrapper = ['faketime', '--exclude-monotonic', '-f', '+0', 'env', '-u', 'FAKETIME']
  const product = await startProduct({ dataDir, settings, wrapper })
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const lists = new WrittenInTurn(await signIn(product.url), campus)
  // Over the jumps, and then between them: whoever writes over a jump has rows of both times.
  const ending = new AbortController()
  const writing = writes.run(product.url, ending.signal)
  for (const getOffset of JUMPS) {
    setClock(getOffset())
    await lists.write(product.url)
    await sleep(WRITING_MS)
  }
  ending.abort()
  await writing
  const overJumps = writes.acknowledged.length
  for (const getOffset of JUMPS) {
    setClock(getOffset())
    await writes.run(product.url, AbortSignal.timeout(WRITING_MS))
  }
  const listProblems = await lists.check(product.url)
  await product.stop()
  // A jump ahead ends sessions, as it should.
  const failures = writes.failures.filter(({ status }) => status !== 401)
  for (const { message } of failures.slice(0, 5)) console.log(`  ${message}`)
  const students = writes.acknowledged.slice(overJumps).flatMap((one) => (one.kind === 'account' ? [one.email] : []))
  const problems = await openEmbeddedImage(join(dataDir, 'database'), async (query) => [
    ...(await findProblems(writes.acknowledged, { query, campus, uploadsFolder: join(dataDir, 'uploads') })),
    ...(await findNegativeAges(query, students)),
  ])
  return {
    acknowledged: writes.acknowledged.length,
    failures: failures.length,
    problems: [...listProblems, ...problems],
  }
}
