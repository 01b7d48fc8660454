import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import {
  AVIF_BOMB,
  createHugePng,
  createJpegWithComment,
  createPngWithText,
  createRedBluePicture,
} from '../../src/server/testing/files/pictures.ts'
import { HOSTILE_NAMES } from './pictures/hostile-names.ts'

export interface HostilePicture {
  kind: string
  fileName: string
  bytes: Buffer
}

export const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
/** 52° 31' N, 13° 24' E. */
const GPS = { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '13/1 24/1 0/1', GPSLongitudeRef: 'E' }

async function createFormats(): Promise<[string, Buffer][]> {
  const picture = createRedBluePicture(300, 200)
  const formats = ['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const
  return Promise.all(
    formats.map(async (format) => {
      const withPosition = picture.clone().withExif({ IFD0: { Copyright: SCRIPT }, IFD3: GPS })
      return [format, await withPosition.toFormat(format).toBuffer()] as [string, Buffer]
    }),
  )
}

/** More than 300 files, the same each time. */
export async function createHostilePictures(): Promise<HostilePicture[]> {
  const formats = await createFormats()
  const png = await createRedBluePicture(20, 20).png().toBuffer()
  const files: HostilePicture[] = []
  const add = (kind: string, bytes: Buffer, fileName = 'picture.png') => files.push({ kind, bytes, fileName })
  for (const [format, bytes] of formats) {
    add(`${format} with a position`, bytes, `picture.${format}`)
    add(`${format} and a page behind it`, Buffer.concat([bytes, Buffer.from(`<html>${SCRIPT}`)]))
    add(`${format} and an archive behind it`, Buffer.concat([bytes, Buffer.from('PK\u0003\u0004evil.zip', 'latin1')]))
    for (let part = 1; part <= 10; part++) add(`${format} cut short`, bytes.subarray(0, (bytes.length * part) / 11))
    // Every twentieth byte of the first part, where the structure is.
    for (let at = 0; at < 20; at++) {
      const broken = Buffer.from(bytes)
      const place = Math.floor((at * Math.min(bytes.length, 600)) / 20)
      broken[place] = (broken[place] ?? 0) ^ 0xff
      add(`${format} with a wrong byte`, broken)
    }
  }
  for (const head of [
    'GIF89a',
    '\u0089PNG\r\n\u001a\n',
    '\u00ff\u00d8\u00ff\u00e0',
    'RIFF\u0000\u0000\u0000\u0000WEBP',
    'BM',
    'II*\u0000',
  ])
    for (const body of [SCRIPT, SVG, '<?php system($_GET[0]) ?>', '#!/bin/sh\nid', '/*', 'MZ\u0000'])
      add('a script behind the head of a picture', Buffer.from(head + body, 'latin1'))
  const texts = [SVG, `<?xml version="1.0"?>${SVG}`, `\ufeff${SVG}`, ` \n${SVG}`, `<html>${SCRIPT}`, '%PDF-1.7', '']
  for (const text of texts) for (const name of ['a.svg', 'a.png', 'a.html']) add('text', Buffer.from(text), name)
  add('an external entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`))
  for (const [width, height] of [
    [30_000, 30_000],
    [65_500, 1],
    [1, 65_500],
    [100_000, 100_000],
    [40_000, 1_001],
  ] as const)
    add('a picture of too many pixels', createHugePng(width, height, Math.min(height, 1_000)))
  add('a picture with missing rows', createHugePng(5_000, 5_000, 10))
  add('an AVIF that takes 1 GB to decode', AVIF_BOMB)
  add('a page in a PNG comment', createPngWithText(png, SCRIPT))
  const jpeg = formats.find(([format]) => format === 'jpeg')?.[1] ?? Buffer.alloc(0)
  add('a page in a JPEG comment', createJpegWithComment(jpeg, SCRIPT))
  add('a compressed bomb', deflateSync(Buffer.alloc(50_000_000)))
  add('an animation of 300 pictures', await createAnimation())
  for (const [kind, bytes] of await createHeavyPictures()) add(kind, bytes)
  for (const fileName of HOSTILE_NAMES) {
    add('a name', png, fileName)
    add('a name of a script', Buffer.from(SVG), fileName)
  }
  return files
}

/** As many pixels as are accepted, or nearly, in the forms that take the most memory. */
async function createHeavyPictures(): Promise<[string, Buffer][]> {
  const create = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#346' } })
  const large = create(8_000, 5_000)
  return [
    ['an interlaced PNG of 40 megapixels', await large.clone().png({ progressive: true }).toBuffer()],
    ['an interlaced PNG of 16 bits', await large.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer()],
    ['a progressive JPEG of 40 megapixels', await large.clone().jpeg({ progressive: true }).toBuffer()],
    ['a WebP of 40 megapixels', await large.clone().webp({ effort: 0 }).toBuffer()],
    ['a GIF of 30 megapixels', await create(6_000, 5_000).gif({ effort: 1 }).toBuffer()],
    ['an AVIF of 8 megapixels and 12 bits', await create(3_840, 2_160).avif({ bitdepth: 12, effort: 0 }).toBuffer()],
  ]
}

function createAnimation(): Promise<Buffer> {
  const [width, height, pages] = [64, 64, 300]
  const raw = Buffer.alloc(width * height * pages * 3, 0x7f)
  return sharp(raw, { raw: { width, height: height * pages, channels: 3, pageHeight: height } })
    .gif()
    .toBuffer()
}
