import { inflateSync } from 'node:zlib'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * A WOFF file as the plain font inside (https://www.w3.org/TR/WOFF/). pdfkit reads WOFF too, but inflates a table with
 * JavaScript each time it looks into it, which takes most of a second for one page.
 */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF font')
  const tableCount = woff.readUInt16BE(12)
  const header = Buffer.alloc(SFNT_HEADER + tableCount * SFNT_ENTRY)
  // The format of the outlines. Readers do not need the three search hints after the count.
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(tableCount, 4)
  const parts: Uint8Array[] = [header]
  let offset = header.length
  for (let index = 0; index < tableCount; index += 1) {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const [start, packedLength, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ]
    const packed = woff.subarray(start, start + packedLength)
    const table = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed
    const target = SFNT_HEADER + index * SFNT_ENTRY
    woff.copy(header, target, entry, entry + 4)
    woff.copy(header, target + 4, entry + 16, entry + 20)
    header.writeUInt32BE(offset, target + 8)
    header.writeUInt32BE(length, target + 12)
    // Tables begin at multiples of four.
    const padding = Buffer.alloc(-length & 3)
    parts.push(table, padding)
    offset += length + padding.length
  }
  return Buffer.concat(parts)
}
