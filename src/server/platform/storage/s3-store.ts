import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import { AppError } from '#contract/errors.ts'
import type { ByteRange, FileStore, StoredFile } from './file-store.ts'
import type { S3Settings } from './s3-settings.ts'

/** Until an answer begins. */
const READ_TIMEOUT_MS = 5_000
/** Uploads have parts of 8 MB. */
const WRITE_TIMEOUT_MS = 60_000
const PART_BYTES = 8 * 1024 * 1024
const LIST_PAGE = 1_000

/** Of an object. A missing bucket is a wrong setting. */
const isMissing = (error: unknown) =>
  error instanceof AppError &&
  error.cause instanceof S3ServiceError &&
  error.cause.status === 404 &&
  error.cause.serviceCode !== 'NoSuchBucket'

/** Objects of a bucket. Only this class knows how the store is spoken to. */
export class S3Store implements FileStore {
  readonly folder = null
  readonly #bucket: S3mini
  readonly #prefix: string

  constructor({ accessKeyId, secretAccessKey, endpoint, region, prefix }: S3Settings) {
    this.#prefix = prefix
    this.#bucket = new S3mini({
      ...{ accessKeyId, secretAccessKey, endpoint, region },
      minPartSize: PART_BYTES,
      fetch: fetchWithTimeout,
    })
  }

  async *list(prefix = ''): AsyncGenerator<StoredFile> {
    const start = this.#prefix + prefix
    let token: string | undefined
    do {
      const page = await ask(() => this.#bucket.listObjectsPaged('/', start, LIST_PAGE, token))
      for (const { Key, Size, LastModified } of page?.objects ?? []) {
        const rest = Key.slice(start.length)
        if (Key.startsWith(start) && rest !== '' && !rest.includes('/'))
          yield { name: prefix + rest, size: Size, modifiedAt: LastModified.getTime() }
      }
      token = page?.nextContinuationToken
    } while (token !== undefined)
  }

  async stat(name: string): Promise<StoredFile | null> {
    // The library's own `stat` tells the size alone.
    const response = await this.#get(name, { start: 0, end: 0 })
    await response?.body?.cancel()
    const size = Number(/\/(\d+)$/.exec(response?.headers.get('content-range') ?? '')?.[1] ?? NaN)
    if (!response || Number.isNaN(size)) return null
    return { name, size, modifiedAt: Date.parse(response.headers.get('last-modified') ?? '') }
  }

  async open(name: string, range?: ByteRange): Promise<Readable | null> {
    const response = await this.#get(name, range)
    if (!response) return null
    return response.body ? Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([])
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await ask(() => this.#bucket.putObject(this.#prefix + name, bytes))
  }

  async moveIn(path: string, name: string): Promise<void> {
    const { size } = await stat(path)
    await this.writeStream(name, createReadStream(path, { highWaterMark: 1024 * 1024 }), size)
    await rm(path, { force: true })
  }

  /** @param size when it is known */
  async writeStream(name: string, bytes: Readable, size?: number): Promise<void> {
    try {
      if (size !== undefined && size <= PART_BYTES) return await this.write(name, await collect(bytes))
      await ask(() => this.#bucket.putAnyObject(this.#prefix + name, Readable.toWeb(bytes) as ReadableStream))
    } finally {
      bytes.destroy()
    }
  }

  async touch(name: string): Promise<boolean> {
    const key = this.#prefix + name
    // A copy onto itself needs to change something.
    const metadata = { used: new Date().toISOString() }
    // The library escapes slashes, which not every store reads.
    const additionalHeaders = { 'x-amz-copy-source': `/${this.#bucket.bucketName}/${encodeURI(key)}` }
    const options = { metadataDirective: 'REPLACE', metadata, additionalHeaders } as const
    const copy = ask(() => this.#bucket.copyObject(key, key, options))
    return copy.then(() => true, toFalseWhenMissing)
  }

  async remove(name: string): Promise<void> {
    await ask(() => this.#bucket.deleteObject(this.#prefix + name)).catch(toFalseWhenMissing)
  }

  async #get(name: string, range?: ByteRange): Promise<Response | null> {
    const { start = 0, end = 0 } = range ?? {}
    try {
      return await ask(() => this.#bucket.getObjectRaw(this.#prefix + name, !range, start, end + 1))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
}

function toFalseWhenMissing(error: unknown): false {
  if (isMissing(error)) return false
  throw error
}

/** Whatever goes wrong counts as a store that is away; the cause tells more. */
async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
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

/** The answer's body may take longer: a video is read while it is watched. */
const fetchWithTimeout: typeof fetch = async (input, init) => {
  const aborting = new AbortController()
  const ms = init?.method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
  const timeout = setTimeout(() => aborting.abort(new Error('The file storage took too long')), ms)
  try {
    return await fetch(input, { ...init, signal: aborting.signal })
  } finally {
    clearTimeout(timeout)
  }
}

async function collect(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
