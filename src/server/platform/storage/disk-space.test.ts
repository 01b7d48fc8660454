import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import { DiskSpace } from './disk-space.ts'

const MB = 1_000_000
const GB = 1_000 * MB

function createDisk(freeBytes: number, totalBytes: number, pendingBytes = 0) {
  const usage = { freeBytes, totalBytes }
  const warnings = createWarnings()
  const disk = new DiskSpace({
    folder: '/',
    readUsage: async () => usage,
    countPendingBytes: async () => pendingBytes,
    warnings,
  })
  const fits = (bytes: number) =>
    disk
      .claim(bytes, async () => true)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'too_large') return false
        throw error
      })
  return { usage, warnings, disk, fits }
}

test.each([
  ['500 MB of a small disk', 600 * MB, 4 * GB, 100 * MB],
  ['5 % of a large disk', 60 * GB, 1_000 * GB, 10 * GB],
])('keeps %s', async (_name, free, total, allowed) => {
  const { fits } = createDisk(free, total)
  expect(await fits(allowed)).toBe(true)
  expect(await fits(allowed + 1)).toBe(false)
})

test('counts what open uploads have yet to write', async () => {
  const { fits, disk } = createDisk(700 * MB, 4 * GB, 150 * MB)
  expect(await fits(50 * MB)).toBe(true)
  expect(await fits(50 * MB + 1)).toBe(false)
  // A part of an open upload was counted when the upload began.
  await disk.requireFree(200 * MB)
  await expect(disk.requireFree(200 * MB + 1)).rejects.toThrow('There is not enough disk space for this file')
})

test('never gives the same bytes to two claims', async () => {
  const { disk, usage } = createDisk(600 * MB, 4 * GB)
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => disk.claim(60 * MB, async () => void (usage.freeBytes -= 60 * MB))),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', ...Array<string>(4).fill('rejected')])
})

test('goes on after a write that failed', async () => {
  const { disk } = createDisk(10 * GB, 10 * GB)
  await expect(disk.claim(1, () => Promise.reject(new Error('no such folder')))).rejects.toThrow('no such folder')
  expect(await disk.claim(1, async () => 'written')).toBe('written')
})

test('warns admins at twice the reserve, and again when it refuses uploads', async () => {
  const { disk, usage, warnings, fits } = createDisk(2 * GB, 10 * GB)
  await disk.check()
  expect(warnings.list()).toEqual([])
  usage.freeBytes = 900 * MB
  await disk.check()
  expect(warnings.list()).toEqual([
    {
      code: 'low_disk',
      text: 'The disk has 0.9 GB left. Uploads will be refused at 0.5 GB. Free some space or use a larger disk.',
    },
  ])
  usage.freeBytes = 400 * MB
  expect(await fits(1)).toBe(false)
  expect(warnings.list()).toEqual([
    {
      code: 'low_disk',
      text: 'The disk has 0.4 GB left. Uploads are refused to keep 0.5 GB for the database. Free some space or use a larger disk.',
    },
  ])
  usage.freeBytes = 5 * GB
  await disk.check()
  expect(warnings.list()).toEqual([])
})

test('reads the real disk by default', async () => {
  const disk = new DiskSpace({ folder: '/', countPendingBytes: async () => 0, warnings: createWarnings() })
  await expect(disk.requireFree(Number.MAX_SAFE_INTEGER)).rejects.toThrow('There is not enough disk space')
})
