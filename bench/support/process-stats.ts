import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Resident memory in MB (10^6 bytes). */
export function getMemoryMb(pid: number): number {
  return Math.round((Number(ps(['-o', 'rss=', '-p', String(pid)])) * 1024) / 1e6)
}

/** The pid of a process's first child. */
export const findChildPid = (parent: number): number | undefined => findChildPids(parent)[0]

export function findChildPids(parent: number): number[] {
  const rows = ps(['-A', '-o', 'pid=,ppid=']).split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))
}

const TICKS_PER_SECOND = 100

/** Processor time used so far, in seconds; null where there is no /proc. */
export function getCpuSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

function ps(args: string[]): string {
  return execFileSync('ps', args, { encoding: 'utf8' }).trim()
}
