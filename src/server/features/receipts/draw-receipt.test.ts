import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { getDocumentProxy } from 'unpdf'
import { drawReceipt } from './draw-receipt.ts'
import type { ReceiptDocument } from './receipt-document.ts'

const FOOTER_RULE = 782
const NOTE = 'A note below the sums that takes a line'

function draw(rows: number, sumLabel = 'Total'): Promise<Buffer> {
  const document: ReceiptDocument = {
    ...{ title: 'Receipt', number: '2026-000001', date: new Date(0), notice: null, details: [] },
    ...{ seller: ['Lantern Academy'], buyer: ['Ada Lovelace'], status: { text: 'PAID', isGood: true } },
    columns: ['Course', 'Price'],
    rows: Array.from({ length: rows }, () => ({ label: 'Lamps', amount: '$1.00' })),
    sums: [
      { label: sumLabel, amount: '−$123.45' },
      { label: 'Total', amount: '$1.00', isStrong: true },
    ],
    notes: [NOTE, NOTE],
  }
  return buffer(drawReceipt(document, 'https://learn.example.org'))
}

/** How far from the top of its page each note stands. */
const findNotes = async (pdf: Buffer): Promise<number[]> =>
  (await readTexts(pdf)).flatMap(({ text, y }) => (text === NOTE ? [842 - y] : []))

/** Where each text begins and ends, and its baseline, from the page's lower left corner. */
async function readTexts(pdf: Buffer) {
  const file = await getDocumentProxy(new Uint8Array(pdf))
  const pages = await Promise.all(Array.from({ length: file.numPages }, (_, index) => file.getPage(index + 1)))
  const contents = await Promise.all(pages.map((page) => page.getTextContent()))
  return contents.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (!('str' in item)) return []
      const [left, y] = [Number(item.transform[4]), Number(item.transform[5])]
      return [{ text: item.str, left, right: left + item.width, y }]
    }),
  )
}

it('keeps notes above the footer, however many rows there are', async () => {
  for (let rows = 18; rows <= 26; rows++) {
    const notes = await findNotes(await draw(rows))
    expect(notes).toHaveLength(2)
    expect(Math.max(...notes)).toBeLessThan(FOOTER_RULE)
  }
})

it('breaks a long coupon code before its amount', async () => {
  const texts = await readTexts(await draw(1, `Coupon ${'W'.repeat(40)}`))
  const amount = texts.find(({ text }) => text.includes('123.45'))
  const total = texts.find(({ text }) => text === 'Total')
  const code = texts.filter(({ text }) => /^(Coupon|W+)/.test(text))
  expect(code.map(({ text }) => text.replaceAll(/[^W]/g, '')).join('')).toHaveLength(40)
  for (const { right, y } of code) {
    expect(right).toBeLessThan(amount?.left ?? 0)
    expect(y).toBeGreaterThan(total?.y ?? Infinity)
  }
})
