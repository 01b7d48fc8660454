import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createTarPacker } from 'modern-tar'
import { SUMS_ENTRY } from './archive-format.ts'

/** Writes the entries of a tar file and their checksums. */
export class ArchiveWriter {
  readonly #packer = createTarPacker()
  readonly #sums: string[] = []
  readonly #createdAt: Date
  /** Entries wait until these are read. */
  readonly bytes: Readable

  constructor(createdAt: Date) {
    this.#createdAt = createdAt
    this.bytes = Readable.fromWeb(this.#packer.readable as Parameters<typeof Readable.fromWeb>[0])
    // It may fail before it is read, which would end the process if nothing listened. Reading it throws the same.
    this.bytes.on('error', () => null)
  }

  async addBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.addStream(name, bytes.length, [bytes])
  }

  /** Throws when the stream has not exactly that many bytes. */
  async addStream(name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256')
    const entry = this.#packer.controller.add({ name, size, mode: 0o600, mtime: this.#createdAt }).getWriter()
    let written = 0
    for await (const chunk of bytes) {
      written += chunk.length
      if (written > size) break
      hash.update(chunk)
      await entry.write(chunk)
    }
    if (written !== size) throw new Error(`${name} has changed while it was copied`)
    await entry.close()
    this.#sums.push(`${hash.digest('hex')}  ${name}\n`)
  }

  async finish(): Promise<void> {
    await this.addBytes(SUMS_ENTRY, Buffer.from(this.#sums.join('')))
    this.#packer.controller.finalize()
  }

  /** For work between two entries, of which nothing is needed once the bytes are read no further. */
  throwIfFailed(): void {
    if (this.bytes.destroyed) throw this.bytes.errored ?? new Error('The archive is read no further')
  }

  /** Ends `bytes` with this error, and with it every entry that waits. */
  fail(error: unknown): void {
    this.#packer.controller.error(error)
  }
}
