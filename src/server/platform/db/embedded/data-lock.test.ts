import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getProcessStartTime, DataInUseError, lockDataFolder } from './data-lock.ts'

/** Above the largest pid of Linux. */
const UNUSED_PID = 4_194_305

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lantern-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const lock = () => lockDataFolder(folder, join(folder, 'socket'))
const listLocks = () => readdirSync(folder).filter((name) => name.startsWith('lock.'))

const HAS_PROC = existsSync('/proc/self/stat')
const NEEDS_PROC = HAS_PROC ? '' : ' (skipped: this system has no /proc)'

describe('the lock on the data folder', () => {
  test('exists while it is held, readable by its owner only', async () => {
    const unlock = await lock()
    const [lockFile = ''] = listLocks()
    expect(lockFile).toContain(`lock.${process.pid}.`)
    expect(statSync(join(folder, lockFile)).mode & 0o777).toBe(0o600)
    unlock()
    expect(listLocks()).toEqual([])
  })

  test('cannot be taken twice', async () => {
    const unlock = await lock()
    await expect(lock()).rejects.toThrow(DataInUseError)
    unlock()
    ;(await lock())()
  })

  test('names folder and process when another live process holds it', async () => {
    writeFileSync(join(folder, `lock.${process.ppid}.${getProcessStartTime(process.ppid)}`), '')
    await expect(lock()).rejects.toThrow(
      `The data in ${folder} is in use by another process (pid ${process.ppid}). Stop it first, or set DATA_DIR.`,
    )
    expect(listLocks()).toHaveLength(1)
  })

  test('refuses 100 of 100 while another live process holds it, and leaves its lock', async () => {
    const other = `lock.${process.ppid}.${getProcessStartTime(process.ppid)}`
    writeFileSync(join(folder, other), '')
    for (let n = 0; n < 100; n++) await expect(lock()).rejects.toThrow(DataInUseError)
    expect(listLocks()).toEqual([other])
  })

  test('replaces the locks of 100 processes that have ended', async () => {
    for (let n = 0; n < 100; n++) writeFileSync(join(folder, `lock.${UNUSED_PID + n}.12345678-99`), '')
    ;(await lock())()
    expect(listLocks()).toEqual([])
  })

  test('replaces the lock of a process that has ended', async () => {
    writeFileSync(join(folder, `lock.${UNUSED_PID}.12345678-99`), '')
    const unlock = await lock()
    expect(listLocks()).toEqual([expect.stringContaining(`lock.${process.pid}.`)])
    unlock()
  })

  test('stays with a process of another container, whose database answers', async () => {
    const other = `lock.${UNUSED_PID}.12345678-99`
    writeFileSync(join(folder, other), '')
    const server = createServer().listen(join(folder, 'socket'))
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    await expect(lock()).rejects.toThrow(
      `The data in ${folder} is in use by another process in another container. Stop it first, or set DATA_DIR.`,
    )
    expect(listLocks()).toEqual([other])
  })

  test.skipIf(!HAS_PROC).each([
    ['', ''],
    [', in a folder with a long path', 'long'.repeat(30)],
  ])(
    `stays with a process of another container whose database has not opened yet%s${NEEDS_PROC}`,
    async (_where, name) => {
      const data = join(folder, name)
      mkdirSync(data, { recursive: true })
      const unlock = await lockDataFolder(data, join(folder, 'socket'))
      // As the other container has it, whose pids are not of this one.
      const other = `lock.${UNUSED_PID}.12345678-99`
      renameSync(join(data, `lock.${process.pid}.${getProcessStartTime(process.pid)}`), join(data, other))
      vi.resetModules()
      const here = await import('./data-lock.ts')
      await expect(here.lockDataFolder(data, join(folder, 'socket'))).rejects.toThrow('in another container')
      expect(readdirSync(data).filter((file) => file.startsWith('lock.'))).toEqual([other])
      unlock()
      ;(await here.lockDataFolder(data, join(folder, 'socket')))()
    },
  )

  test('asks the socket of a lock without a start time, whose pid may be another process’s now', async () => {
    const other = `lock.${process.ppid}.unknown`
    const server = createServer().listen(join(folder, 'listening'))
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    // The link stays when the server closes, as the file of a killed process does.
    linkSync(join(folder, 'listening'), join(folder, other))
    await expect(lock()).rejects.toThrow(`in use by another process (pid ${process.ppid})`)
    server.close()
    ;(await lock())()
    expect(listLocks()).toEqual([])
    writeFileSync(join(folder, other), '')
    await expect(lock()).rejects.toThrow(`in use by another process (pid ${process.ppid})`)
  })

  test.skipIf(!HAS_PROC)(`replaces the lock when the pid now belongs to another process${NEEDS_PROC}`, async () => {
    writeFileSync(join(folder, `lock.${process.ppid}.12345678-1`), '')
    ;(await lock())()
    expect(listLocks()).toEqual([])
  })
})
