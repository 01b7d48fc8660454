import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { createCpuProgress } from './cpu-progress.ts'

const HAS_PROC = existsSync('/proc/self/stat')
const NEEDS_PROC = HAS_PROC ? '' : ' (skipped: needs /proc)'

const BUSY = `console.log('ready'); for (;;);`
const IDLE = `console.log('ready'); setInterval(() => {}, 60_000)`

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Returns when the script says that it is ready. */
async function startNode(script: string): Promise<ChildProcess & { pid: number; stdout: Readable }> {
  const child = spawn(process.execPath, ['-e', script])
  children.push(child)
  await once(child.stdout, 'data')
  return Object.assign(child, { pid: child.pid ?? 0 })
}

/** Waiting is S, running is R. */
const readState = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]

const askManyTimes = (hasWorked: () => boolean) => Array.from({ length: 50 }, hasWorked)

describe.skipIf(!HAS_PROC)(`progress of a process${NEEDS_PROC}`, () => {
  test('a process that has work is working, however little of the processor it gets', async () => {
    const { pid } = await startNode(BUSY)
    // Together they take less than the shortest time that the system counts.
    expect(new Set(askManyTimes(createCpuProgress(() => pid)))).toEqual(new Set([true]))
  })

  test('a process that waits or is stopped is not working', async () => {
    const idle = await startNode(IDLE)
    const isIdleWorking = createCpuProgress(() => idle.pid)
    await eventually(() => expect(askManyTimes(isIdleWorking)).not.toContain(true))
    const busy = await startNode(BUSY)
    const isBusyWorking = createCpuProgress(() => busy.pid)
    busy.kill('SIGSTOP')
    await eventually(() => expect(askManyTimes(isBusyWorking)).not.toContain(true))
    busy.kill('SIGCONT')
    await eventually(() => expect(isBusyWorking()).toBe(true))
  })

  test('work between two questions counts when it is done, once', async () => {
    const script = `process.on('SIGUSR2', () => {
    for (const end = Date.now() + 200; Date.now() < end; );
    console.log('done')
  })
  ${IDLE}`
    const child = await startNode(script)
    const hasWorked = createCpuProgress(() => child.pid)
    await eventually(() => expect(askManyTimes(hasWorked)).not.toContain(true))
    child.kill('SIGUSR2')
    await once(child.stdout, 'data')
    await eventually(() => expect(readState(child.pid)).toBe('S'))
    expect([hasWorked(), hasWorked()]).toEqual([true, false])
  })
})

test('a process that is not there is not working', () => {
  expect(askManyTimes(createCpuProgress(() => undefined))).not.toContain(true)
})
