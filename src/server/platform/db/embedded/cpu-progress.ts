import { readFileSync } from 'node:fs'

/**
 * Returns a function that is true when the process has worked since the last call: then it is slow and not frozen. Always
 * false on a system without /proc.
 */
export function createCpuProgress(getPid: () => number | undefined): () => boolean {
  let last: string | null = null
  return () => {
    const previous = last
    last = readCpuTime(getPid())
    return previous !== null && last !== null && last !== previous
  }
}

/** The time in user mode and in the kernel, with the process: a new one begins anew. */
function readCpuTime(pid: number | undefined): string | null {
  if (pid === undefined) return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${pid} ${fields[11]} ${fields[12]}`
  } catch {
    return null
  }
}
