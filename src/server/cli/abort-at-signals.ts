/** npm passes on the Ctrl-C that the terminal has sent to this process too. */
const SAME_CTRL_C_MS = 500

/** Lets a command remove what it has begun. A second Ctrl-C does not wait for that. */
export function abortAtSignals(createError: () => Error): AbortSignal {
  const stopping = new AbortController()
  let stoppedAt: number | undefined
  const stop = () => {
    if (stoppedAt !== undefined && performance.now() - stoppedAt > SAME_CTRL_C_MS) process.exit(130)
    stoppedAt ??= performance.now()
    stopping.abort(createError())
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return stopping.signal
}
