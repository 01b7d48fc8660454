const POLL_MS = 500

/**
 * Stops this process when npm, which started it, is gone. npm passes on SIGTERM and SIGINT only: a hang-up or a kill
 * would leave the server running without a parent.
 */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parentPid = process.ppid
  setInterval(() => {
    if (process.ppid !== parentPid) process.kill(process.pid, 'SIGTERM')
  }, POLL_MS).unref()
}
