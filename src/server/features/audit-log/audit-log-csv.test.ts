import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { removeFormulaEscape } from '#contract/text/csv.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { writeAudit } from './write-audit.ts'

const t = useTestApp()
let admin: SignedInUser
const FROM = { ip: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', requestId: 'r-9' }

beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Ada', lastName: 'Okoro', email: 'ada@mail.example' })
  const actor = { student_id: admin.id, first_name: 'Ada', last_name: 'Okoro', email: admin.email }
  await writeAudit(t.db, {
    ...{ actor, from: FROM, action: 'course.change', subject: { kind: 'course', id: 3, name: 'Lamps, "old"' } },
    ...{ before: { priceCents: 1_000 }, after: { priceCents: 2_000 }, at: new Date('2026-05-01T10:00:00Z') },
  })
  await writeAudit(t.db, {
    ...{ actor: '=1+1', action: 'post.add', subject: { kind: 'post', id: 4, name: '@SUM(A1)' } },
    at: new Date('2026-05-02T10:00:00Z'),
  })
})

async function download(query = '') {
  const { statusCode, payload } = await t.app.inject({
    url: `/api/exports/audit-log.csv${query}`,
    headers: { cookie: admin.cookie },
  })
  expect(statusCode).toBe(200)
  const { data, errors } = Papa.parse<Record<string, string>>(payload.slice(1, -2), { header: true, newline: '\r\n' })
  expect(errors).toEqual([])
  return data
}

test('exports who, what, before and after, and from where', async () => {
  const rows = await download('?subject_kind=course')
  expect(rows).toEqual([
    {
      ...{ entry_id: expect.stringMatching(/^\d+$/), created_date: '2026-05-01T10:00:00.000Z' },
      ...{ actor_id: String(admin.id), actor_name: 'Ada Okoro', actor_email: 'ada@mail.example' },
      ...{ action: 'course.change', subject_kind: 'course', subject_id: '3', subject_name: 'Lamps, "old"' },
      ...{ before: '{"priceCents":1000}', after: '{"priceCents":2000}' },
      ...{ ip: '192.0.2.7', device: 'Firefox on Linux', request_id: 'r-9' },
    },
  ])
})

test('applies the list’s filters', async () => {
  const actions = async (query: string) => (await download(query)).map(({ action }) => action)
  expect(await actions('?until=2026-05-02')).toEqual(['post.add', 'course.change'])
  expect(await actions('?action=post.add')).toEqual(['post.add'])
  expect(await actions(`?person=${admin.id}&until=2026-05-02`)).toEqual(['course.change'])
  expect(await actions('?search_text=lamps')).toEqual(['course.change'])
  expect(await actions('?from=2026-05-02&until=2026-05-02')).toEqual(['post.add'])
})

test('no name begins a formula', async () => {
  const [row] = await download('?action=post.add')
  for (const [name, text] of [
    ['actor_name', '=1+1'],
    ['subject_name', '@SUM(A1)'],
  ] as const) {
    expect(row?.[name]).toMatch(/^[^=@]/)
    expect(removeFormulaEscape(row?.[name] ?? '')).toBe(text)
  }
})
