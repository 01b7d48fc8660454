import { S3ServiceError } from 's3mini'
import { AppError } from '#contract/errors.ts'

/** Until an answer begins. */
const READ_TIMEOUT_MS = 5_000
/** For each 8 MB that are sent: a minute, which is the slowest useful uplink. */
const WRITE_TIMEOUT_MS = 60_000
const WRITE_TIMEOUT_BYTES = 8 * 1024 * 1024
/** A store joins the parts of a large object before it answers. */
const COMPLETION_TIMEOUT_MS = 5 * 60_000

/** Whatever goes wrong counts as a store that is away; the cause tells more. */
export async function askS3<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new AppError('not_ready', {
      text: 'The file storage does not answer. Try again in a moment',
      retryAfter: 5,
      cause,
    })
  }
}

/** Of an object. A missing bucket is a wrong setting. */
export const isMissingObject = (error: unknown) =>
  error instanceof AppError &&
  error.cause instanceof S3ServiceError &&
  error.cause.status === 404 &&
  error.cause.serviceCode !== 'NoSuchBucket'

/**
 * The answer's body may take longer than the limits: a video is read while it is watched.
 * @param stopping ends the requests
 */
export const createFetch =
  (stopping?: AbortSignal): typeof fetch =>
  async (input, init) => {
    const limit = new AbortController()
    const timeout = setTimeout(() => limit.abort(new Error('The file storage took too long')), getTimeout(init))
    const signal = stopping ? AbortSignal.any([limit.signal, stopping]) : limit.signal
    try {
      return await fetch(input, { ...init, signal })
    } finally {
      clearTimeout(timeout)
    }
  }

function getTimeout({ method, body }: RequestInit = {}): number {
  if (method === 'GET') return READ_TIMEOUT_MS
  // The only request of this kind with a body names the parts to join.
  if (method === 'POST' && body) return COMPLETION_TIMEOUT_MS
  const bytes = body instanceof Uint8Array ? body.length : 0
  return WRITE_TIMEOUT_MS * Math.max(1, bytes / WRITE_TIMEOUT_BYTES)
}
