import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Smaller bodies fit into one packet. */
const MIN_COMPRESS_BYTES = 1_400

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

export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  body: EncodedBody,
): Promise<FastifyReply> {
  reply.header('content-type', type)
  const accepted = request.headers['accept-encoding']
  if (accepted === undefined || body.plain.length < MIN_COMPRESS_BYTES) return reply.send(body.plain)
  reply.header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await body.br())
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await body.gzip())
  return reply.send(body.plain)
}
