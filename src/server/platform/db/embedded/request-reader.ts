/** Their answers are sent with that of the message that ends them, usually a Sync. */
const UNFINISHED = new Set(Array.from('PBDEC', (type) => type.charCodeAt(0)))
/** Of the length, which counts itself and not the type before it. */
const LENGTH_BYTES = 4
const PROTOCOL_3_0 = 196_608
/** PostgreSQL's own limit. What another program sends would else be taken for the beginning of a gigabyte. */
const MAX_STARTUP_BYTES = 10_000

export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/**
 * Joins what a client sends into requests: one or more messages of PostgreSQL's protocol that have one answer, such as
 * Parse, Bind, Execute and Sync. Source: https://www.postgresql.org/docs/17/protocol-message-formats.html.
 */
export class RequestReader {
  #chunks: Buffer[] = []
  #size = 0
  /** Of the request that is still incomplete: the bytes of its complete messages. */
  #read = 0
  /** Bytes that the request must have before it is worth looking at again. */
  #needed = LENGTH_BYTES
  #hasStarted = false

  /** Returns the requests that are complete with it. Throws a ProtocolError for what is no message. */
  read(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    // A long message arrives in many pieces, and joining them at each would copy it as often.
    if (this.#size < this.#needed) return []
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size)
    const requests: Buffer[] = []
    let start = 0
    let end = this.#read
    for (let next = this.#findEnd(bytes, end); next <= bytes.length; next = this.#findEnd(bytes, end)) {
      const isUnfinished = this.#hasStarted && UNFINISHED.has(bytes[end] ?? 0)
      if (!this.#hasStarted) this.#start(bytes)
      end = next
      if (isUnfinished) continue
      requests.push(bytes.subarray(start, end))
      start = end
    }
    this.#chunks = [bytes.subarray(start)]
    this.#size = bytes.length - start
    this.#read = end - start
    this.#needed = this.#findEnd(bytes, end) - start
    return requests
  }

  /** Where the message ends that begins at `from`; where its length ends while that is not there yet. */
  #findEnd(bytes: Buffer, from: number): number {
    // The first message has no type.
    const lengthAt = this.#hasStarted ? from + 1 : from
    if (bytes.length < lengthAt + LENGTH_BYTES) return lengthAt + LENGTH_BYTES
    const length = bytes.readInt32BE(lengthAt)
    if (length < LENGTH_BYTES || (!this.#hasStarted && length > MAX_STARTUP_BYTES))
      throw new ProtocolError(`A message has a length of ${length}`)
    return lengthAt + length
  }

  /** Other first messages ask for encryption, or to cancel a query, which this database can't. */
  #start(bytes: Buffer): void {
    const isStartup = bytes.length >= 8 && bytes.readInt32BE(4) === PROTOCOL_3_0
    if (!isStartup) throw new ProtocolError('The first message is not the startup of protocol 3.0')
    this.#hasStarted = true
  }
}
