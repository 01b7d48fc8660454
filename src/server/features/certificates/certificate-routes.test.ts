import { writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { certificates } from '#server/platform/db/schema.ts'
import { PDF_READERS, readPdf, readPdfWithBoth } from '#server/testing/files/read-pdf.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
const ORIGIN = 'http://localhost:3000'

async function addCertificate(values: Partial<typeof certificates.$inferInsert> = {}) {
  const [row] = await t.db
    .insert(certificates)
    .values({
      ...{ kind: 'course', name: 'Ada Lovelace', title: 'Sorting and searching, slowly', durationSeconds: 8_100 },
      ...{ finishedAt: new Date('2026-03-04T10:00:00Z'), issuedAt: new Date('2026-03-05T10:00:00Z') },
      design: certificateDesign.parse({}),
      ...values,
    })
    .returning()
  if (!row) throw new Error('The certificate was not created')
  return row
}

const get = (url: string) => t.app.inject({ url })
async function readText(id: string) {
  const response = await get(`/certificates/${id}.pdf`)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  return readPdf(response.rawPayload)
}

it('prints every field, the address and who signed, on one page', async () => {
  const design = certificateDesign.parse({ issuer: 'Lantern Academy', signature_name: 'Grace Hopper' })
  const { id } = await addCertificate({ design })
  const { text, pages, title } = await readText(id)
  for (const part of [
    ...['Lantern Academy', 'Certificate of completion', 'This certifies that Ada Lovelace has completed the course'],
    ...['Sorting and searching, slowly', 'Completed on 4 March 2026 · 2 hours 15 minutes of lessons', 'Grace Hopper'],
    ...['Issued on 5 March 2026', `${ORIGIN}/certificates/`, id],
  ])
    expect(text).toContain(part)
  expect([pages, title]).toEqual([1, 'Certificate of completion: Sorting and searching, slowly'])
})

it('is not cached and not listed by search engines', async () => {
  const { id } = await addCertificate()
  for (const form of ['pdf', 'json'])
    expect((await get(`/certificates/${id}.${form}`)).headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    })
})

it('draws the same certificate as the same file', async () => {
  const { id } = await addCertificate()
  const [one, other] = await Promise.all([get(`/certificates/${id}.pdf`), get(`/certificates/${id}.pdf`)])
  expect(one.rawPayload.equals(other.rawPayload)).toBe(true)
})

it('says in print that it was revoked and why, and what replaces it', async () => {
  const revoked = await addCertificate({
    revokedAt: new Date('2026-05-01T00:00:00Z'),
    revokedReason: 'Copied the work',
  })
  expect((await readText(revoked.id)).text).toMatch(/Revoked on 1 May 2026\. Copied the work.*REVOKED|REVOKED.*Copied/)
  const next = await addCertificate()
  const replaced = await addCertificate({ replacedBy: next.id })
  expect((await readText(replaced.id)).text).toContain(`Replaced by ${ORIGIN}/certificates/${next.id}`)
  await t.db
    .update(certificates)
    .set({ revokedReason: 'x'.repeat(300) })
    .where(eq(certificates.id, revoked.id))
  expect((await readText(revoked.id)).pages).toBe(1)
})

it.each(['محمد بن عبد الله', 'דוד בן־גוריון', 'श्रीमती शर्मा', 'Ελένη', 'Їжакевич', '王小明', '김민준', 'Łucja Ñandú'])(
  `prints the name %s as text that can be copied in ${PDF_READERS}`,
  async (name) => {
    const { id } = await addCertificate({ name, title: name })
    for (const text of await readPdfWithBoth((await get(`/certificates/${id}.pdf`)).rawPayload))
      expect(text.split(name)).toHaveLength(3)
  },
)

it('fits the longest name and title on one page', async () => {
  const long = { name: `${'Wolfeschlegel '.repeat(11)}`.trim(), title: 'Management '.repeat(18).trim() }
  const { id } = await addCertificate({ ...long, design: certificateDesign.parse({ text: 'words '.repeat(33) }) })
  const { text, pages } = await readText(id)
  expect(pages).toBe(1)
  expect(text).toContain('Wolfeschlegel')
})

it('prints the signature’s picture, and does without a lost one', async () => {
  const signature_image = `${'a'.repeat(32)}.webp`
  const picture = sharp({ create: { width: 60, height: 20, channels: 3, background: '#204080' } })
  const { id } = await addCertificate({ design: certificateDesign.parse({ signature_image }) })
  const without = await get(`/certificates/${id}.pdf`)
  expect(without.rawPayload.toString('latin1')).not.toContain('/Subtype /Image')
  await writeFile(`${t.dataDir}/uploads/${signature_image}`, await picture.webp().toBuffer())
  const response = await get(`/certificates/${id}.pdf`)
  expect(response.rawPayload.toString('latin1')).toContain('/Subtype /Image')
})

const credential = z.object({
  '@context': z.tuple([
    z.literal('https://www.w3.org/ns/credentials/v2'),
    z.string().check(z.regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.0\.\d\.json$/)),
  ]),
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  issuer: z.object({ id: z.url(), type: z.tuple([z.literal('Profile')]), name: z.string() }),
  validFrom: z.iso.datetime(),
  awardedDate: z.iso.datetime(),
  validUntil: z.optional(z.iso.datetime()),
  credentialSubject: z.object({
    type: z.tuple([z.literal('AchievementSubject')]),
    identifier: z.tuple([
      z.object({
        type: z.literal('IdentityObject'),
        hashed: z.literal(false),
        identityHash: z.string(),
        identityType: z.literal('name'),
      }),
    ]),
    achievement: z.object({
      id: z.url(),
      type: z.tuple([z.literal('Achievement')]),
      name: z.string(),
      description: z.string(),
      criteria: z.object({ narrative: z.string() }),
    }),
  }),
})

it('is an Open Badges 3.0 credential that says it is not signed', async () => {
  const { id } = await addCertificate()
  const response = await get(`/certificates/${id}.json`)
  expect(response.headers['content-type']).toContain('application/ld+json')
  const badge: unknown = response.json()
  expect(credential.safeParse(badge).error).toBeUndefined()
  expect(badge).toMatchObject({
    ...{ id: `${ORIGIN}/certificates/${id}`, validFrom: '2026-03-05T10:00:00.000Z' },
    credentialSubject: { identifier: [{ identityHash: 'Ada Lovelace' }] },
    description: `This credential is not signed. Verify it at ${ORIGIN}/certificates/${id}`,
  })
  expect(badge).not.toHaveProperty('validUntil')
})

it('ends the credential of a revoked and of a replaced certificate', async () => {
  const revokedAt = new Date('2026-05-01T00:00:00Z')
  const revoked = await addCertificate({ revokedAt, revokedReason: 'Copied the work' })
  expect((await get(`/certificates/${revoked.id}.json`)).json()).toMatchObject({
    ...{ validUntil: '2026-05-01T00:00:00.000Z', description: expect.stringContaining('Revoked: Copied the work.') },
  })
  const next = await addCertificate({ issuedAt: new Date('2026-06-01T00:00:00Z') })
  const replaced = await addCertificate({ replacedBy: next.id })
  expect((await get(`/certificates/${replaced.id}.json`)).json()).toMatchObject({
    ...{ validUntil: '2026-06-01T00:00:00.000Z', description: expect.stringContaining(`Replaced by ${ORIGIN}`) },
  })
})

it.each(['pdf', 'json'])('returns 404 for an unknown id: %s', async (form) => {
  // The database refuses some of what consists of hex digits and dashes.
  const malformed = [`00000000-${'-'.repeat(27)}`, `00000000-${'0'.repeat(27)}`, '00000000-0000-0000-0000-00000000000-']
  const urls = ['00000000-0000-4000-8000-000000000000', '1', '../secret', '0'.repeat(36), ...malformed]
  for (const id of urls) expect((await get(`/certificates/${id}.${form}`)).statusCode).toBe(404)
})

it('answers other requests while files are drawn', async () => {
  const { id } = await addCertificate()
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  await Promise.all(Array.from({ length: 5 }, () => get(`/certificates/${id}.pdf`)))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
})
