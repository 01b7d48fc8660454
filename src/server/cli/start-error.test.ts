import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { NEEDS_EMBEDDED, ON_SERVER } from '#server/testing/test-db.ts'

const { toStartError } = (await import(join(PROJECT_ROOT, 'scripts/to-start-error.mjs'))) as {
  toStartError: (error: unknown) => unknown
}

test('says that the data folder can’t be written, and what to do', () => {
  const error = new Error("EROFS: read-only file system, open '/data/lock.7.x'")
  expect(toStartError(error)).toBe(
    "The data folder can't be written (EROFS: read-only file system, open '/data/lock.7.x'). Make it writable for this user, or set DATA_DIR.",
  )
})

test.skipIf(ON_SERVER)(`says so for what the embedded database’s process reports${NEEDS_EMBEDDED}`, async () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'start-error-'))
  writeFileSync(join(folder, 'file'), '')
  const error = await connect({ dataDir: join(folder, 'file/data') }).catch((thrown: unknown) => thrown)
  expect(toStartError(error)).toMatch(/^The data folder can't be written \(ENOTDIR: .*\)\. Make it writable/)
  rmSync(folder, { recursive: true })
})

test('passes on what it can’t explain', () => {
  const error = new Error('Something else')
  expect(toStartError(error)).toBe(error)
})
