import PDFDocument from 'pdfkit'
import { drawLine, drawParagraph, measureText } from '#server/platform/pdf/pdf-text.ts'
import { type AmountRow, formatDay, type ReceiptDocument } from './receipt-document.ts'

// The light theme of the site, in points: A4 is 595 x 842.
const INK = '#1a2136'
const MUTED = '#565f79'
const BORDER = '#e6dfd1'
const PAPER = '#faf7f1'
const ACCENT = '#f2a324'
const ACCENT_TEXT = '#9a4f00'
const SUCCESS = '#0f7a4d'
const DANGER = '#b3261e'
const LEFT = 56
const RIGHT = 539
const PAGE_HEIGHT = 842
const BODY_END = 752
const TEXT = { size: 10.5, color: INK }
const SMALL = { size: 9, color: MUTED }
const LINE_HEIGHT = 16
const SUMS_LEFT = LEFT + 210
/** Between a label and its amount. */
const SUMS_GAP = 12

/** A stream of the file. Nothing is stored: the same order gives the same file. */
export function drawReceipt(document: ReceiptDocument, siteUrl: string): PDFKit.PDFDocument {
  const { title, number, seller, date } = document
  const doc = new PDFDocument({
    size: 'A4',
    // Text is placed line by line, so that pdfkit adds no page by itself.
    margin: 0,
    // None until the first text: the default is not embedded.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: seller[0] ?? '', CreationDate: date, ModDate: date },
  })
  const startPage = () => drawFrame(doc, document, siteUrl)
  startPage()
  let y = drawHead(doc, document)
  y = drawParties(doc, document, y)
  y = drawRows(doc, document, y, startPage)
  y = drawSums(doc, document.sums, y, startPage)
  drawNotes(doc, document.notes, y, startPage)
  doc.end()
  return doc
}

/** What every page has. */
function drawFrame(doc: PDFKit.PDFDocument, { title, number }: ReceiptDocument, siteUrl: string): void {
  doc.rect(0, 0, 596, 6).fill(ACCENT)
  doc
    .circle(LEFT + 5, 57.5, 8.5)
    .fillOpacity(0.25)
    .fill(ACCENT)
  doc
    .circle(LEFT + 5, 57.5, 4.5)
    .fillOpacity(1)
    .fill(ACCENT)
  const brand = { size: 15, style: 'heading' as const }
  drawLine(doc, 'Learn', LEFT + 22, 63, { ...brand, color: INK })
  drawLine(doc, 'Lantern', LEFT + 22 + measureText(doc, 'Learn', brand) + 4, 63, { ...brand, color: ACCENT_TEXT })
  drawRule(doc, 782)
  drawLine(doc, siteUrl, LEFT, 800, SMALL)
  drawLine(doc, `${title} ${number}`, RIGHT, 800, { ...SMALL, align: 'right' })
}

function drawHead(doc: PDFKit.PDFDocument, { title, number, date, status, notice }: ReceiptDocument): number {
  drawLine(doc, title, LEFT, 136, { size: 30, style: 'heading', color: INK })
  drawLine(doc, `${number} · ${formatDay(date)}`, LEFT, 157, { ...TEXT, color: MUTED })
  const chip = { size: 9.5, style: 'bold' as const, color: status.isGood ? SUCCESS : DANGER }
  const width = measureText(doc, status.text, chip) + 24
  doc
    .roundedRect(RIGHT - width, 114, width, 24, 12)
    .lineWidth(1.2)
    .stroke(chip.color)
  drawLine(doc, status.text, RIGHT - 12, 129.5, { ...chip, align: 'right' })
  if (notice === null) return 178
  drawLine(doc, notice, LEFT, 178, { ...TEXT, style: 'bold', color: DANGER })
  return 196
}

const SELLER = { x: LEFT, width: 145 }
const BUYER = { x: LEFT + 158, width: 150 }
const DETAILS = { x: LEFT + 322, labelWidth: 60, width: RIGHT - LEFT - 322 }

function drawParties(doc: PDFKit.PDFDocument, { seller, buyer, details }: ReceiptDocument, top: number): number {
  drawRule(doc, top)
  const drawColumn = ({ x, width }: { x: number; width: number }, label: string, lines: readonly string[]) => {
    drawLine(doc, label, x, top + 26, { ...SMALL, style: 'bold' })
    return lines.reduce(
      (y, line, place) =>
        drawParagraph(doc, line, x, y, {
          ...TEXT,
          style: place === 0 ? 'bold' : 'text',
          width,
          lineHeight: LINE_HEIGHT,
          maxLines: 4,
        }),
      top + 46,
    )
  }
  const ends = [
    drawColumn(SELLER, 'From', seller),
    drawColumn(BUYER, 'Billed to', buyer),
    drawDetails(doc, details, top),
  ]
  return Math.max(...ends) + 6
}

/** Labels and values below each other, in the third column. */
function drawDetails(doc: PDFKit.PDFDocument, details: ReceiptDocument['details'], top: number): number {
  const { x, labelWidth } = DETAILS
  drawLine(doc, 'Details', x, top + 26, { ...SMALL, style: 'bold' })
  return details.reduce((y, { label, value }) => {
    drawLine(doc, label, x, y, { ...TEXT, color: MUTED })
    const width = DETAILS.width - labelWidth
    return drawParagraph(doc, value, x + labelWidth, y, { ...TEXT, width, lineHeight: LINE_HEIGHT, maxLines: 4 })
  }, top + 46)
}

function drawRows(doc: PDFKit.PDFDocument, document: ReceiptDocument, top: number, startPage: () => void): number {
  const [label, amount] = document.columns
  const head = { ...SMALL, style: 'bold' as const }
  doc.roundedRect(LEFT, top, RIGHT - LEFT, 28, 6).fill(PAPER)
  const headEnd = drawParagraph(doc, label, LEFT + 12, top + 17.5, { ...head, width: 360, lineHeight: 14, maxLines: 1 })
  drawLine(doc, amount, RIGHT - 12, top + 17.5, { ...head, align: 'right' })
  let y = Math.max(headEnd, top + 28) + 20
  for (const row of document.rows) {
    if (y > BODY_END) y = addPage(doc, startPage)
    const end = drawParagraph(doc, row.label, LEFT + 12, y, {
      ...TEXT,
      width: 360,
      lineHeight: LINE_HEIGHT,
      maxLines: 8,
    })
    // After the label, because text is read aloud and copied in the order in which it is drawn.
    drawLine(doc, row.amount, RIGHT - 12, y, { ...TEXT, align: 'right' })
    y = end + 5
  }
  drawRule(doc, y - 6)
  return y + 14
}

function drawSums(doc: PDFKit.PDFDocument, sums: AmountRow[], top: number, startPage: () => void): number {
  let y = top
  for (const { label, amount, isStrong } of sums) {
    if (y > BODY_END) y = addPage(doc, startPage)
    if (isStrong) y += 6
    const options = isStrong ? { size: 13, style: 'bold' as const, color: INK } : TEXT
    const end = RIGHT - 12
    const width = end - measureText(doc, amount, options) - SUMS_GAP - SUMS_LEFT
    const labelOptions = isStrong ? options : { ...options, color: MUTED }
    const next = drawParagraph(doc, label, SUMS_LEFT, y, { ...labelOptions, width, lineHeight: LINE_HEIGHT })
    drawLine(doc, amount, end, y, { ...options, align: 'right' })
    y = next - LINE_HEIGHT + (isStrong ? 28 : 20)
  }
  return y
}

function drawNotes(doc: PDFKit.PDFDocument, notes: readonly string[], top: number, startPage: () => void): void {
  const options = { ...TEXT, color: MUTED, width: RIGHT - LEFT, lineHeight: LINE_HEIGHT }
  let y = top + 8
  for (const note of notes) {
    if (y > BODY_END) y = addPage(doc, startPage)
    y = drawParagraph(doc, note, LEFT, y, options)
  }
}

function drawRule(doc: PDFKit.PDFDocument, y: number): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.8).stroke(BORDER)
}

/** Returns where its text begins. */
function addPage(doc: PDFKit.PDFDocument, startPage: () => void): number {
  doc.addPage()
  startPage()
  return PAGE_HEIGHT / 8
}
