import type { Readable } from 'node:stream'
import type { S3mini } from 's3mini'
import { askS3 } from './s3-request.ts'
import { retry } from './s3-retry.ts'

const MB = 1024 * 1024
/** S3 takes no more. */
const MAX_PARTS = 10_000
const KNOWN_SIZE_PART_BYTES = 8 * MB
const PART_BYTES = 32 * MB
/** Some stores want parts of one size, so they grow only when few are left: beyond 250 GB. */
const EQUAL_PARTS = 8_000
const PARTS_BEFORE_DOUBLING = 500
/** Of a request that may still run when everything is to stop: within the time that a stopping server has. */
const STOP_TIMEOUT_MS = 5_000

type Part = Awaited<ReturnType<S3mini['uploadPart']>>

export interface UploadOptions {
  /** When it is known. */
  size?: number
  /** Ends the upload, also the part that is being sent. */
  signal?: AbortSignal | undefined
}

/**
 * Stores a stream as a multipart upload and returns its length. A part is read, then sent: nothing is in flight while the
 * source is read, so nothing can fail unseen. The library's own streaming leaves such failures unhandled. Throws what the
 * source throws, and leaves no part behind where the store still answers.
 */
export async function uploadInParts(
  openBucket: (stopping?: AbortSignal) => S3mini,
  key: string,
  bytes: Readable,
  { size, signal }: UploadOptions = {},
): Promise<number> {
  const uploadId = await beginUpload(openBucket, key, signal)
  const bucket = openBucket(signal)
  try {
    signal?.throwIfAborted()
    const parts: Part[] = []
    let written = 0
    for await (const part of readParts(bytes, (number) => getPartBytes(number, size))) {
      const send = () => bucket.uploadPart(key, uploadId, part, parts.length + 1)
      parts.push(await askS3(() => retry(send, signal)))
      written += part.length
    }
    const { etag } = await askS3(() => bucket.completeMultipartUpload(key, uploadId, parts))
    // S3 may fail after it has begun a successful answer.
    if (!etag) await askS3(() => Promise.reject(new Error('The multipart upload was not completed')))
    return written
  } catch (error) {
    const limited = openBucket(AbortSignal.timeout(STOP_TIMEOUT_MS))
    await limited.abortMultipartUpload(key, uploadId).catch(() => null)
    signal?.throwIfAborted()
    throw error
  }
}

/** A stop waits a moment for the id, without which the store would keep what it has begun. */
async function beginUpload(
  openBucket: (stopping?: AbortSignal) => S3mini,
  key: string,
  signal?: AbortSignal,
): Promise<string> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => void (timer = setTimeout(() => ending.abort(), STOP_TIMEOUT_MS))
  signal?.addEventListener('abort', stop)
  try {
    return await askS3(() => openBucket(ending.signal).getMultipartUploadId(key))
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/**
 * The length of a part, of which the last may have less.
 * @param number from 1
 * @param size of the whole, when it is known
 */
export function getPartBytes(number: number, size?: number): number {
  if (size !== undefined) return Math.max(KNOWN_SIZE_PART_BYTES, Math.ceil(size / MAX_PARTS))
  return PART_BYTES * 2 ** Math.max(0, Math.ceil((number - EQUAL_PARTS) / PARTS_BEFORE_DOUBLING))
}

/** An empty stream is one empty part, because S3 completes no upload without parts. */
async function* readParts(bytes: Readable, getBytes: (number: number) => number): AsyncGenerator<Buffer> {
  let number = 1
  let chunks: Buffer[] = []
  let length = 0
  for await (let chunk of bytes as AsyncIterable<Buffer>) {
    for (let missing = getBytes(number) - length; chunk.length >= missing; missing = getBytes(number)) {
      yield Buffer.concat([...chunks, chunk.subarray(0, missing)])
      chunk = chunk.subarray(missing)
      chunks = []
      length = 0
      number++
    }
    chunks.push(chunk)
    length += chunk.length
  }
  if (length > 0 || number === 1) yield Buffer.concat(chunks)
}
