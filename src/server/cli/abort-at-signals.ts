import { createSignalListener } from '#server/platform/signal-listener.ts'

/** Lets a command remove what it has begun. A second Ctrl-C does not wait for that. */
export function abortAtSignals(createError: () => Error): AbortSignal {
  const stopping = new AbortController()
  const stop = createSignalListener(
    () => stopping.abort(createError()),
    () => process.exit(130),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return stopping.signal
}
