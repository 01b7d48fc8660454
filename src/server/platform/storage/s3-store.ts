import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import type { ByteRange, FileStore, ReadOptions, RetryOptions, StoredFile } from './file-store.ts'
import { uploadInParts, type UploadOptions } from './s3-multipart.ts'
import { askS3, createFetch, isMissingObject } from './s3-request.ts'
import { readOn, retry } from './s3-retry.ts'
import type { S3Settings } from './s3-settings.ts'

/** Smaller files are sent with one request. */
const MULTIPART_BYTES = 8 * 1024 * 1024
const LIST_PAGE = 1_000
/** Cleanup removes files of a day, so these are new enough. */
const NEW_FOR_MS = 12 * 3_600_000

/** Objects of a bucket. Only this class knows how the store is spoken to. */
export class S3Store implements FileStore {
  readonly folder = null
  readonly #openBucket: (stopping?: AbortSignal) => S3mini
  readonly #bucket: S3mini
  readonly #prefix: string

  constructor({ accessKeyId, secretAccessKey, endpoint, region, prefix }: S3Settings) {
    this.#prefix = prefix
    const settings = { accessKeyId, secretAccessKey, endpoint, region }
    this.#openBucket = (stopping) => new S3mini({ ...settings, fetch: createFetch(stopping) })
    this.#bucket = this.#openBucket()
  }

  async *list(prefix = '', retrying?: RetryOptions): AsyncGenerator<StoredFile> {
    const start = this.#prefix + prefix
    let token: string | undefined
    do {
      const readPage = () => this.#listPage(start, token)
      const page = await (retrying ? retry(readPage, retrying.signal) : readPage())
      for (const { Key, Size, LastModified } of page.objects ?? []) {
        const rest = Key.slice(start.length)
        if (Key.startsWith(start) && rest !== '' && !rest.includes('/'))
          yield { name: prefix + rest, size: Size, modifiedAt: LastModified.getTime() }
      }
      token = page.nextContinuationToken
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

  async open(name: string, { range, retry: retrying }: ReadOptions = {}): Promise<Readable | null> {
    if (retrying) return this.#openRetrying(name, retrying)
    const response = await this.#get(name, range)
    if (!response) return null
    return response.body ? Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([])
  }

  async #openRetrying(name: string, { size, signal }: NonNullable<ReadOptions['retry']>): Promise<Readable | null> {
    const bytes = await retry(() => this.open(name), signal)
    const openFrom = async (start: number) => {
      const rest = await this.open(name, { range: { start, end: size - 1 } })
      if (!rest) throw new Error(`${name} was removed while it was read`)
      return rest
    }
    return bytes && readOn(bytes, { size, open: openFrom, signal })
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await askS3(() => this.#bucket.putObject(this.#prefix + name, bytes))
  }

  async moveIn(path: string, name: string): Promise<void> {
    const { size } = await stat(path)
    await this.writeStream(name, createReadStream(path, { highWaterMark: 1024 * 1024 }), { size })
    await rm(path, { force: true })
  }

  /** Returns the length. Throws the source's own error when that fails, and the signal's reason when that ends it. */
  async writeStream(name: string, bytes: Readable, options: UploadOptions = {}): Promise<number> {
    const { size } = options
    // It may fail before it is read, which would end the process if nothing listened. Reading it throws the same.
    bytes.on('error', () => null)
    try {
      if (size === undefined || size > MULTIPART_BYTES)
        return await uploadInParts(this.#openBucket, this.#prefix + name, bytes, options)
      const whole = await collect(bytes)
      await this.write(name, whole)
      return whole.length
    } finally {
      bytes.destroy()
    }
  }

  async touch(name: string): Promise<boolean> {
    const found = await this.stat(name)
    if (!found) return false
    // A copy takes time, and buckets with versions keep each.
    if (Date.now() - found.modifiedAt < NEW_FOR_MS) return true
    const key = this.#prefix + name
    // A copy onto itself needs to change something.
    const metadata = { used: new Date().toISOString() }
    // The library escapes slashes, which not every store reads.
    const additionalHeaders = { 'x-amz-copy-source': `/${this.#bucket.bucketName}/${encodeURI(key)}` }
    const options = { metadataDirective: 'REPLACE', metadata, additionalHeaders } as const
    const copy = askS3(() => this.#bucket.copyObject(key, key, options))
    return copy.then(() => true, toFalseWhenMissing)
  }

  async remove(name: string): Promise<void> {
    await askS3(() => this.#bucket.deleteObject(this.#prefix + name)).catch(toFalseWhenMissing)
  }

  #listPage(start: string, token: string | undefined) {
    return askS3(async () => {
      // The library takes its first argument for the path of the bucket, and sends no delimiter by itself.
      const page = await this.#bucket.listObjectsPaged('/', start, LIST_PAGE, token, { delimiter: '/' })
      if (!page) throw new Error('The bucket does not exist')
      return page
    })
  }

  async #get(name: string, range?: ByteRange): Promise<Response | null> {
    const { start = 0, end = 0 } = range ?? {}
    try {
      return await askS3(() => this.#bucket.getObjectRaw(this.#prefix + name, !range, start, end + 1))
    } catch (error) {
      if (isMissingObject(error)) return null
      throw error
    }
  }
}

function toFalseWhenMissing(error: unknown): false {
  if (isMissingObject(error)) return false
  throw error
}

async function collect(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
