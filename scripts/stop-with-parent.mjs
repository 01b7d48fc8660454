import { readFileSync } from 'node:fs'

const POLL_MS = 500

/**
 * Stops this process when npm, which started it, has ended. npm passes on SIGTERM and SIGINT only, and only to the shell
 * in between: after a hang-up or a kill the server would run on without a parent.
 */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parentPid = process.ppid
  const npmPid = findNpm(parentPid) ?? parentPid
  const timer = setInterval(() => {
    if (process.ppid === parentPid && isAlive(npmPid)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_MS).unref()
  // A second signal would end the drain that the first one began.
  process.once('SIGTERM', () => {
    clearInterval(timer)
    // Nobody else listens yet: the signal ends the process, as without this listener.
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM')
  })
}

/** The nearest ancestor that is npm; undefined where there is no /proc (there the shell replaces itself by this process). */
function findNpm(fromPid) {
  try {
    for (let pid = fromPid; pid > 1;) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (stat.includes('(npm')) return pid
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    }
  } catch {
    // No /proc, or an ancestor has ended: the direct parent is watched.
  }
  return undefined
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
