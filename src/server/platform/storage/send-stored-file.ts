import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { ByteRange, FileStore } from './file-store.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.pdf': 'application/pdf',
}

/** Sends a stored file or the range that was asked for. Headers that are set already stay. */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  name: string,
): Promise<FastifyReply> {
  const hasType = reply.hasHeader('content-type')
  if (store.folder !== null) return reply.sendFile(name, store.folder, { cacheControl: false, contentType: !hasType })
  const file = await store.stat(name)
  if (!file) throw new AppError('file_not_found')
  const range = parseRange(request.headers.range, file.size)
  if (range === 'none') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new AppError('no_such_part')
  }
  const etag = `"${name}"`
  // A name never gets other bytes, so a range that was begun earlier always continues.
  if (request.headers['if-none-match'] === etag) return reply.code(304).header('etag', etag).send()
  // Before the headers, because an error has others.
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await openFile(store, name, range)
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (!hasType) reply.header('content-type', CONTENT_TYPES[extname(name)] ?? 'application/octet-stream')
  reply.headers({ 'accept-ranges': 'bytes', etag, 'content-length': String(end - start + 1) })
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  return reply.send(bytes)
}

async function openFile(store: FileStore, name: string, range: ByteRange | null): Promise<Readable> {
  const bytes = await store.open(name, { range: range ?? undefined })
  if (!bytes) throw new AppError('file_not_found')
  return bytes
}

/** Null for the whole file, also when several ranges are asked for; `none` when the file has no such bytes. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start > end ? 'none' : { start, end }
}
