import { readdirSync, readFileSync } from 'node:fs'

/** The process and everything that it started, as Linux lists them. */
export function listProcessTree(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readParent(name)] as const),
  )
  const collect = (pid: number): number[] => [
    pid,
    ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => collect(child)),
  ]
  return collect(root)
}

/** The processes that it started itself. */
export function listChildren(pid: number): number[] {
  return listProcessTree(pid).filter((one) => readParent(String(one)) === pid)
}

/** Milliseconds in which the first thread of each process has waited for a processor so far, by the scheduler's own count. */
export function getWaitingMs(root: number): number {
  return listProcessTree(root).reduce((sum, pid) => sum + readWaitingMs(pid), 0)
}

function readWaitingMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    // It has ended by itself.
    return 0
  }
}

export function killProcessTree(root: number): void {
  for (const pid of listProcessTree(root)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** Linux's letter, such as `R` that runs and `T` that is stopped; undefined when the process has ended. */
export const readState = (pid: number): string | undefined => readStat(String(pid))?.[0]

const readParent = (pid: string): number => Number(readStat(pid)?.[1])

/** What follows the name, which is in parentheses and may contain spaces; undefined when the process has ended. */
function readStat(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
