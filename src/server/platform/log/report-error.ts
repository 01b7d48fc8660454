import { channel, type ChannelListener } from 'node:diagnostics_channel'
import { getRequestId } from './request-id.ts'

export interface ReportedError {
  error: Error
  /** The call, route or job that failed, of which there are few. */
  source: string
  requestId: string
}

const errors = channel('learn-lantern:error')

/** For unexpected failures. What listens groups and counts them; the log has its own line. */
export function reportError(thrown: unknown, source: string, requestId = getRequestId() ?? ''): void {
  const error = thrown instanceof Error ? thrown : new Error('Something else than an error was thrown')
  errors.publish({ error, source, requestId } satisfies ReportedError)
}

/** Returns a function that ends it. */
export function onReportedError(listener: (reported: ReportedError) => void): () => void {
  const onMessage: ChannelListener = (message) => listener(message as ReportedError)
  errors.subscribe(onMessage)
  return () => {
    errors.unsubscribe(onMessage)
  }
}
