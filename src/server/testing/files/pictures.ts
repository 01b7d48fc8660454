import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Red on the left and blue on the right, which shows rotation and cropping. */
export function createRedBluePicture(width = 600, height = 300): Sharp {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#ff0000' } }
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: half, left: 0, top: 0 },
  ])
}

/** Returns "red", "blue" or the RGB values. */
export async function getColourAt(picture: Uint8Array, left: number, top: number): Promise<string> {
  const [r = 0, g = 0, b = 0] = await sharp(picture)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer()
  if (r > 200 && g < 60 && b < 60) return 'red'
  if (b > 200 && r < 60 && g < 60) return 'blue'
  return `${r} ${g} ${b}`
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A few kilobytes at any size. With fewer `rows` than its height, the file is truncated. */
export function createHugePng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const dots = Buffer.alloc((Math.ceil(width / 8) + 1) * rows)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(dots, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** Adds a tEXt chunk. */
export function createPngWithText(png: Buffer, text: string): Buffer {
  const afterHeader = 8 + 25
  return Buffer.concat([
    png.subarray(0, afterHeader),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    png.subarray(afterHeader),
  ])
}

/** Adds a comment segment. */
export function createJpegWithComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text)
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(comment.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}

/** An AVIF of 8,000 by 5,000 pixels with 12 bits each, which takes 1 GB to decode. */
export const AVIF_BOMB = Buffer.from(
  [
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAA',
    'AAAERAAAEAAQAAAAAA+gABAAAAAAAAA3oAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAA',
    'AAA4aXBjbwAAAAxhdjFDgV9iAAAAABRpc3BlAAAAAAAAH0AAABOIAAAAEHBpeGkAAAAAAwwMDAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAOCbW',
    'RhdBIACgtf8z5/OHa0BDQaIDLoBhMShMYJiaaaZoJAAABWz8wMYL4O2bUqkrG0NTUft1STjnZuLkXC6HSWvRsz2uoBgM2jNozcb8xjpuACycXc',
    'Dc4yiBAN5I4qI9hbOMtutGMerSc9UXSf49dcDMWcuC+kLsm6ZrugVc/MDGC+Dtm1KpKxtDU1H7dUk452bi5Fwuh0lr0bM9rqAYDNozaM3G/MY6',
    'bgAsnF3A3OMogQDeVjQ8YEEis5mWAGJANOGGWEnebEcjXtjuE02S4oSl+PVs/MDGC+Dtm1KpKxtDU1H7dUk452bi5Fwuh0lr0bM9rqAYDNozaM',
    '3G/MY6bgAsnF3A3OMogQDeSOKiPYWzjLbrRjHq0nPVF0n+PXXAzFnLgvpC7Juma7oFXPzAxgvg7ZtSqSsbQ1NR+3VJOOdm4uRcLodJa9GzPa6g',
    'GAzaM2jNxvzGOm4ALJxdwNzjKIEA3lY0PGBBIrOZlgBiQDThhlhJ3mxHI17Y7hNNkuKEpfj1bPzAxgvg7ZtSqSsbQ1NR+3VJOOdm4uRcLodJa9',
    'GzPa6gGAzaM2jNxvzGOm4ALJxdwNzjKIEA3kjioj2Fs4y260Yx6tJz1RdJ/j11wMxZy4L6Quybpmu6BVz8wMYL4O2bUqkrG0NTUft1STjnZuLk',
    'XC6HSWvRsz2uoBgM2jNozcb8xjpuACycXcDc4yiBAN5WNDxgQSKzmZYAYkA04YZYSd5sRyNe2O4TTZLihKX4+mz8wMYL4O2bUqkrG0NTUft1ST',
    'jnZuLkXC6HSWvRsz2uoBgM2jNozcb8xjpuACycXcDc4yiBAN5I4qI9hbOMtutGMerSc9UXSf49dcDMWcuC+kLsm+cWy9foWOdZhIYf72BkABXD',
    '1NpsV/MTXqxcyGZ5UiVn6YoeWK0xlv+fCGo4sKV4twKFjDZ4WcxB6NEnFw2xiWlPsIngbvPLMFTGOyq5LmIYd8ilzPzAxgvg7ZtSqSsbQ1NR+3',
    'VJOOdm4uRcLodJa9GzPa6gGAzaM2jNxvzGOm4ALJxdwNzjKIEA3lY0PGBBIrOZlgBiQDThhlhJ3mxHI17Y7hNNkuKGXmpTw/CHW/t1Wz/84gV2',
    '/sNeb7saCcUbEMcxsd01n7Jv1Vhgiwr0MWAK1geQEPSmvu/VkpSEP8Kb0iVNjxhBJOUcg0v1aqo3NMkITPFN/CQHqg',
  ].join(''),
  'base64',
)
