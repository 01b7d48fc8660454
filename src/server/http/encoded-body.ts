import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Smaller bodies fit into one packet. */
const MIN_COMPRESS_BYTES = 1_400

/** In `Accept-Encoding`. A weight of zero means never. */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/** A response body, compressed on first use and then shared by all requests. */
export class EncodedBody {
  readonly plain: Buffer
  #br: Promise<Buffer> | undefined
  #gzip: Promise<Buffer> | undefined

  constructor(text: string) {
    this.plain = Buffer.from(text)
  }

  br(): Promise<Buffer> {
    this.#br ??= promisify(brotliCompress)(this.plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.plain.length },
    })
    return this.#br
  }

  gzip(): Promise<Buffer> {
    this.#gzip ??= promisify(gzip)(this.plain, { level: 6 })
    return this.#gzip
  }
}

/** Sends at once what needs no compression, and resolves to nothing: Fastify would wait for a reply that is returned. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: EncodedBody,
): Promise<void> | undefined {
  reply.header('content-type', type)
  const accepted = request.headers['accept-encoding']
  const isCompressible = accepted !== undefined && body.plain.length >= MIN_COMPRESS_BYTES
  if (isCompressible) reply.header('vary', 'accept-encoding')
  if (isCompressible && BROTLI.test(accepted)) return sendEncoded(reply, 'br', body.br())
  if (isCompressible && GZIP.test(accepted)) return sendEncoded(reply, 'gzip', body.gzip())
  reply.send(body.plain)
  return undefined
}

async function sendEncoded(reply: FastifyReply, encoding: string, bytes: Promise<Buffer>): Promise<void> {
  reply.header('content-encoding', encoding).send(await bytes)
}
