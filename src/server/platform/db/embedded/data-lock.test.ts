import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getProcessStartTime, DataInUseError, lockDataFolder } from './data-lock.ts'

/** Above the largest pid of Linux. */
const UNUSED_PID = 4_194_305

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lantern-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const listLocks = () => readdirSync(folder).filter((name) => name.startsWith('lock.'))

const HAS_PROC = existsSync('/proc/self/stat')

describe('the lock on the data folder', () => {
  test('exists while it is held, readable by its owner only', () => {
    const unlock = lockDataFolder(folder)
    const [lockFile = ''] = listLocks()
    expect(lockFile).toContain(`lock.${process.pid}.`)
    expect(statSync(join(folder, lockFile)).mode & 0o777).toBe(0o600)
    unlock()
    expect(listLocks()).toEqual([])
  })

  test('cannot be taken twice', () => {
    const unlock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataInUseError)
    unlock()
    lockDataFolder(folder)()
  })

  test('names folder and process when another live process holds it', () => {
    writeFileSync(join(folder, `lock.${process.ppid}.${getProcessStartTime(process.ppid)}`), '')
    expect(() => lockDataFolder(folder)).toThrow(
      `The data in ${folder} is in use by another process (pid ${process.ppid}). Stop it first, or set DATA_DIR.`,
    )
    expect(listLocks()).toHaveLength(1)
  })

  test('refuses 100 of 100 while another live process holds it, and leaves its lock', () => {
    const other = `lock.${process.ppid}.${getProcessStartTime(process.ppid)}`
    writeFileSync(join(folder, other), '')
    const attempts = Array.from({ length: 100 }, () => {
      try {
        return lockDataFolder(folder)
      } catch (error) {
        return error
      }
    })
    expect(attempts.filter((outcome) => outcome instanceof DataInUseError)).toHaveLength(100)
    expect(listLocks()).toEqual([other])
  })

  test('replaces the locks of 100 processes that have ended', () => {
    for (let n = 0; n < 100; n++) writeFileSync(join(folder, `lock.${UNUSED_PID + n}.12345678-99`), '')
    lockDataFolder(folder)()
    expect(listLocks()).toEqual([])
  })

  test('replaces the lock of a process that has ended', () => {
    writeFileSync(join(folder, `lock.${UNUSED_PID}.12345678-99`), '')
    const unlock = lockDataFolder(folder)
    expect(listLocks()).toEqual([expect.stringContaining(`lock.${process.pid}.`)])
    unlock()
  })

  test.skipIf(!HAS_PROC)(
    `replaces the lock when the pid now belongs to another process${HAS_PROC ? '' : ' (skipped: this system has no /proc)'}`,
    () => {
      writeFileSync(join(folder, `lock.${process.ppid}.12345678-1`), '')
      lockDataFolder(folder)()
      expect(listLocks()).toEqual([])
    },
  )
})
