import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 10

interface Peaks {
  /** Of one encoder process, by the kernel's own record; 0 when none was seen. */
  encoderMb: number
  /** Of the server above what it had at the start. */
  growthMb: number
  /** The largest sum of both at one time. */
  togetherMb: number
}

/** Samples the server and the encoders that it starts, which may end before their answer is sent. */
export function watchMemory(server: number): { stop(): Peaks } {
  const before = readMb(server, 'VmRSS')
  const peaks: Peaks = { encoderMb: 0, growthMb: 0, togetherMb: 0 }
  const sample = () => {
    const growth = Math.max(0, readMb(server, 'VmRSS') - before)
    const encoders = listChildren(server).filter((pid) => read(`/proc/${pid}/cmdline`).includes('picture-encoder'))
    const running = Math.max(0, ...encoders.map((pid) => readMb(pid, 'VmHWM')))
    peaks.encoderMb = Math.max(peaks.encoderMb, running)
    peaks.growthMb = Math.max(peaks.growthMb, growth)
    peaks.togetherMb = Math.max(peaks.togetherMb, running + growth)
  }
  const timer = setInterval(sample, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return peaks
    },
  }
}

/** Of every thread: process-tree.ts reads all processes of the machine, which takes too long for this. */
const listChildren = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )

const readMb = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024

/** Empty when the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
