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

/** Milliseconds of processor time, which a busy machine does not lengthen. */
export function getProcessorMs(root: number): number {
  return listProcessTree(root).reduce((sum, pid) => sum + readProcessorMs(pid), 0)
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10

function readProcessorMs(pid: number): number {
  const fields = readStat(String(pid))
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : 0
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
