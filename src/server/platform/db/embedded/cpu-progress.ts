import { readFileSync } from 'node:fs'

/** Of a process that runs, or that waits for a processor. */
const RUNNABLE = 'R'

/**
 * Returns a function that is true when the process has something to do, or has worked since the last call: then it is slow and
 * not frozen. Always false on a system without /proc.
 */
export function createCpuProgress(getPid: () => number | undefined): () => boolean {
  let last: string | null = null
  return () => {
    const previous = last
    const now = readProcess(getPid())
    last = now?.cpuTime ?? null
    return now?.state === RUNNABLE || (previous !== null && last !== null && last !== previous)
  }
}

interface ProcessState {
  /** One letter, as in proc(5). */
  state: string | undefined
  /** The time in user mode and in the kernel, with the process: a new one begins anew. */
  cpuTime: string
}

function readProcess(pid: number | undefined): ProcessState | null {
  if (pid === undefined) return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], cpuTime: `${pid} ${fields[11]} ${fields[12]}` }
  } catch {
    return null
  }
}
