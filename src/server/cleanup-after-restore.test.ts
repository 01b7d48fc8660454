import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { auditLog } from './platform/db/schema.ts'
import { FolderStore } from './platform/storage/folder-store.ts'
import { Pictures } from './platform/storage/pictures.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import { getOutboxFolder } from './testing/mail/outbox.ts'
import { createTestApp } from './testing/test-app.ts'
import { runCleanup } from './cleanup-jobs.ts'

test.each([
  [7, true],
  [9, false],
])('%s days after a restore an old file that nothing uses is kept: %s', async (days, isKept) => {
  const t = await createTestApp()
  onTestFinished(() => t.close())
  await t.make.user({ joinedAt: new Date(0) })
  const folder = getUploadsFolder(t.dataDir)
  const files = new FolderStore(folder)
  const names = ['.webp', '.mp4', '-7'].map((end) => (end === '-7' ? 'submissions/' : '') + '78'.repeat(16) + end)
  mkdirSync(join(folder, 'submissions'), { recursive: true })
  const then = new Date(Date.now() - 30 * 86_400_000)
  for (const name of names) {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), then, then)
  }
  await t.db.insert(auditLog).values({
    ...{ actorName: 'Command line', action: 'site.restore', subjectKind: 'site' },
    createdAt: sql`now() - make_interval(days => ${days})`,
  })
  await runCleanup({ db: t.db, pictures: new Pictures(files), files, outboxFolder: getOutboxFolder(t) })
  expect(names.map((name) => existsSync(join(folder, name)))).toEqual(names.map(() => isKept))
})
