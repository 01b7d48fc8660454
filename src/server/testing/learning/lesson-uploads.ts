import type { TestApp } from '#server/testing/test-app.ts'
import { LESSON_FILES_PATH } from '#contract/paths.ts'

const toIsoBox = (name: string, body: Buffer) =>
  Buffer.concat([Buffer.from([0, 0, 0, 8 + body.length]), Buffer.from(name, 'latin1'), body])
const padToSize = (head: Buffer, size: number) =>
  Buffer.concat([head, Buffer.from(Array.from({ length: Math.max(0, size - head.length) }, (_, n) => n % 251))])

/** Files with real headers and filler content. */
export const lessonFile = {
  mp4: (size = 10_000, brand = 'isom', compatible = 'iso2mp41') =>
    padToSize(
      toIsoBox(
        'ftyp',
        Buffer.concat([Buffer.from(brand, 'latin1'), Buffer.from([0, 0, 2, 0]), Buffer.from(compatible, 'latin1')]),
      ),
      size,
    ),
  webm: (size = 10_000, docType = 'webm') =>
    padToSize(
      Buffer.concat([
        Buffer.from([
          0x1a,
          0x45,
          0xdf,
          0xa3,
          0x9f,
          0x42,
          0x86,
          0x81,
          1,
          0x42,
          0xf7,
          0x81,
          1,
          0x42,
          0xf2,
          0x81,
          4,
          0x42,
          0xf3,
          0x81,
          8,
          0x42,
          0x82,
          0x80 + docType.length,
        ]),
        Buffer.from(docType, 'latin1'),
      ]),
      size,
    ),
  vtt: (text = '\n\n00:00.000 --> 00:02.000\nHello\n') => Buffer.from(`WEBVTT${text}`),
}

interface UploadResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** The requests of the tus protocol. */
export function createLessonUploads(t: TestApp, cookie: string | undefined, extraHeaders: Record<string, string> = {}) {
  const send = async (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    url: string,
    headers: Record<string, string>,
    payload?: Buffer,
  ): Promise<UploadResponse> => {
    const response = await t.app.inject({
      method,
      url,
      headers: { 'tus-resumable': '1.0.0', ...(cookie && { cookie }), ...headers, ...extraHeaders },
      ...(payload && { payload }),
    })
    return { status: response.statusCode, headers: response.headers as Record<string, string>, body: response.body }
  }
  const create = (size: number | string, headers: Record<string, string> = {}) =>
    send('POST', LESSON_FILES_PATH, { 'upload-length': String(size), ...headers })
  const getState = (url: string) => send('HEAD', url, {})
  const sendPart = (url: string, offset: number | string, bytes: Buffer, headers: Record<string, string> = {}) =>
    send(
      'PATCH',
      url,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
      bytes,
    )
  const cancel = (url: string) => send('DELETE', url, {})
  const uploadAll = async (bytes: Buffer) => {
    const { headers } = await create(bytes.length)
    return sendPart(headers.location ?? '', 0, bytes)
  }
  const uploadDocument = async (bytes: Buffer) => {
    const { headers } = await create(bytes.length, { 'upload-metadata': `purpose ${btoa('document')}` })
    return sendPart(headers.location ?? '', 0, bytes)
  }
  return {
    begin: create,
    wholeDocument: uploadDocument,
    ask: getState,
    part: sendPart,
    giveUp: cancel,
    whole: uploadAll,
  }
}
