import { expect, test } from 'vitest'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { certificates } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { addOrder } from '#server/testing/commerce/order-factories.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })
const SCHOOL = '10.6.0.1'

async function addReceipt({ id: userId }: SignedInUser): Promise<string> {
  const order = await addOrder(t.db, { userId, course: await t.make.course(), status: 'paid', paidAt: new Date() })
  return `/api/orders/${order.id}/receipt.pdf`
}

async function addCertificate(): Promise<string> {
  const names = { kind: 'course', name: 'Ada Lovelace', title: 'Sorting', durationSeconds: 60 } as const
  const dates = { finishedAt: new Date(), issuedAt: new Date() }
  const rows = await t.db
    .insert(certificates)
    .values({ ...names, ...dates, design: certificateDesign.parse({}) })
    .returning()
  return `/certificates/${at(rows).id}.pdf`
}

test('draws the files of students and networks in turns', async () => {
  const [flooder, classmate] = [await t.make.signedIn(), await t.make.signedIn()]
  const [flood, receipt, certificate] = [await addReceipt(flooder), await addReceipt(classmate), await addCertificate()]
  const drawn: string[] = []
  const get = async (name: string, url: string, ip: string, cookie = '') => {
    const { statusCode } = await t.app.inject({ url, headers: { cookie, 'x-forwarded-for': ip } })
    expect(statusCode).toBe(200)
    drawn.push(name)
  }
  // Before the flood, so that their sessions are in memory.
  await get('warm', flood, SCHOOL, flooder.cookie)
  await get('warm', receipt, SCHOOL, classmate.cookie)
  await Promise.all([
    ...Array.from({ length: 15 }, () => get('flood', flood, SCHOOL, flooder.cookie)),
    get('classmate', receipt, SCHOOL, classmate.cookie),
    get('visitor', certificate, '10.6.0.2'),
  ])
  expect(drawn).toHaveLength(19)
  // At most a few of the flood were drawn while the others' rows were read.
  for (const name of ['classmate', 'visitor']) expect(drawn.slice(0, 12)).toContain(name)
})
