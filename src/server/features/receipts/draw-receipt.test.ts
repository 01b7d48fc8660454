import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { getDocumentProxy } from 'unpdf'
import { drawReceipt } from './draw-receipt.ts'
import type { ReceiptDocument } from './receipt-document.ts'

const FOOTER_RULE = 782
const NOTE = 'A note below the sums that takes a line'

function draw(rows: number): Promise<Buffer> {
  const document: ReceiptDocument = {
    ...{ title: 'Receipt', number: '2026-000001', date: new Date(0), notice: null, details: [] },
    ...{ seller: ['Lantern Academy'], buyer: ['Ada Lovelace'], status: { text: 'PAID', isGood: true } },
    columns: ['Course', 'Price'],
    rows: Array.from({ length: rows }, () => ({ label: 'Lamps', amount: '$1.00' })),
    sums: [{ label: 'Total', amount: '$1.00', isStrong: true }],
    notes: [NOTE, NOTE],
  }
  return buffer(drawReceipt(document, 'https://learn.example.org'))
}

/** How far from the top of its page each note stands. */
async function findNotes(pdf: Buffer): Promise<number[]> {
  const file = await getDocumentProxy(new Uint8Array(pdf))
  const pages = await Promise.all(Array.from({ length: file.numPages }, (_, index) => file.getPage(index + 1)))
  const texts = await Promise.all(pages.map((page) => page.getTextContent()))
  return texts.flatMap(({ items }) =>
    items.flatMap((item) => ('str' in item && item.str === NOTE ? [842 - Number(item.transform[5])] : [])),
  )
}

it('keeps notes above the footer, however many rows there are', async () => {
  for (let rows = 18; rows <= 26; rows++) {
    const notes = await findNotes(await draw(rows))
    expect(notes).toHaveLength(2)
    expect(Math.max(...notes)).toBeLessThan(FOOTER_RULE)
  }
})
