import { expect, test } from 'vitest'
import { CHECK_AREAS } from '#contract/choices.ts'
import type { SystemReport } from '#contract/schemas/operations/system.ts'
import { serverProcesses } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

async function readReport(): Promise<SystemReport> {
  const { cookie } = await t.make.signedIn({ role: 'admin' })
  const { status, body } = await t.call('getSystem', {}, cookie)
  expect(status).toBe(200)
  return body.msg as SystemReport
}

test('returns the version, checks of each area, the database, the disk and the mail queue', async () => {
  const { version, checks, database, disk, mail } = await readReport()
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/)
  expect(new Set(checks.map(({ area }) => area))).toEqual(new Set(CHECK_AREAS))
  const ranks = checks.map(({ status }) => ['error', 'warning', 'ok'].indexOf(status))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(database.size_bytes).toBeGreaterThan(1e6)
  expect(disk).toEqual({ free_bytes: 1e12, total_bytes: 1e12 })
  expect(mail).toEqual({ delivery: 'outbox', waiting: 0, oldest_date: null, last_failure: null })
})

test('lists this process, and others as silent when they have not reported for a minute', async () => {
  const other = {
    ...{ host: 'other', pid: 7, version: '0.0.1', node: 'v22.0.0', startedAt: new Date() },
    ...{ memoryBytes: 1e8, eventLoopMs: 1, sockets: 3, requestsPerMinute: 10, errorsPerMinute: 0 },
  }
  await t.db.insert(serverProcesses).values([
    { ...other, id: 'alive' },
    { ...other, id: 'silent', seenAt: new Date(Date.now() - 60_000) },
  ])
  const { processes } = await readReport()
  expect(processes.map(({ process_id, isSilent }) => [process_id, isSilent]).slice(0, 2)).toEqual([
    ['alive', false],
    ['silent', true],
  ])
  expect(processes.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ pid: process.pid, isSilent: false }])
})
