import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import type { FloorJob, LoadJob, LoadResult } from './messages.ts'

/** Longer than any job takes. */
const JOB_TIMEOUT_MS = 60_000

function forkChild(name: 'load' | 'floor'): ChildProcess {
  return fork(join(PROJECT_ROOT, `.cache/bench/${name}.js`), { execArgv: [] })
}

async function sendJob<Answer>(child: ChildProcess, job: object): Promise<Answer> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(JOB_TIMEOUT_MS) })
  child.send(job)
  return (await answer)[0] as Answer
}

export interface Loader {
  run(job: LoadJob): Promise<LoadResult>
  stop(): void
}

export function startLoader(): Loader {
  const child = forkChild('load')
  return { run: (job) => sendJob<LoadResult>(child, job), stop: () => child.disconnect() }
}

export interface Floor {
  pid: number
  /** Sets the answer and returns the address. */
  answer(job: FloorJob): Promise<string>
  stop(): void
}

export async function startFloor(): Promise<Floor> {
  const child = forkChild('floor')
  await once(child, 'message', { signal: AbortSignal.timeout(JOB_TIMEOUT_MS) })
  return {
    pid: child.pid ?? 0,
    answer: async (job) => `http://127.0.0.1:${(await sendJob<{ port: number }>(child, job)).port}`,
    stop: () => child.disconnect(),
  }
}
