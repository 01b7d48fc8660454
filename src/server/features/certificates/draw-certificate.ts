import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { encode } from 'uqr'
import { getTextColors } from '#contract/certificates/certificate-colors.ts'
import { drawLine, drawParagraph, measureText, type TextOptions } from '#server/platform/pdf/pdf-text.ts'
import type { CertificateDocument } from './certificate-document.ts'

// A4 across, in points.
const WIDTH = 842
const HEIGHT = 595
const CENTER = WIDTH / 2
const LEFT = 72
const RIGHT = WIDTH - LEFT
const TEXT_WIDTH = RIGHT - LEFT - 40
const QR_SIZE = 84
const DANGER = '#b3261e'

interface Paper {
  doc: PDFKit.PDFDocument
  document: CertificateDocument
  ink: string
  muted: string
}

/** A stream of the file. Nothing is stored: the same certificate gives the same file. */
export async function drawCertificate(document: CertificateDocument): Promise<PDFKit.PDFDocument> {
  const { design, issuedAt, name, title } = document
  const signature = document.signaturePath === null ? null : await readSignature(document.signaturePath)
  const doc = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    // None until the first text: the default is not embedded.
    font: '',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${design.title}: ${title}`,
      Author: design.issuer,
      Subject: name,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  const colors = getTextColors(design.background) ?? { ink: '#1a2136', muted: '#525b74' }
  const paper = { doc, document, ...colors }
  drawFrame(paper)
  drawText(paper)
  drawSignature(paper, signature)
  drawVerification(paper)
  drawWarning(paper)
  doc.end()
  return doc
}

/** pdfkit reads no WebP. Null when the file is gone. */
const readSignature = (path: string): Promise<Buffer | null> =>
  sharp(path)
    .resize(600, 240, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => null)

function drawFrame({ doc, document: { design }, ink }: Paper): void {
  doc.rect(0, 0, WIDTH, HEIGHT).fill(design.background)
  doc
    .rect(24, 24, WIDTH - 48, HEIGHT - 48)
    .lineWidth(2.5)
    .stroke(design.accent)
  doc
    .rect(31, 31, WIDTH - 62, HEIGHT - 62)
    .lineWidth(0.6)
    .strokeOpacity(0.35)
    .stroke(ink)
    .strokeOpacity(1)
}

function drawText({ doc, document, ink, muted }: Paper): void {
  const { design, name, title, completion } = document
  const small = { size: 13, color: muted, align: 'center' as const }
  drawIssuer(doc, design.issuer, design.accent, ink)
  drawFitted(doc, design.title, 148, { size: 34, minSize: 20, color: ink })
  drawLine(doc, 'This certifies that', CENTER, 186, small)
  const nameEnd = drawFitted(doc, name, 240, { size: 44, minSize: 20, color: ink, maxLines: 2 })
  doc
    .moveTo(CENTER - 60, nameEnd + 18)
    .lineTo(CENTER + 60, nameEnd + 18)
    .lineWidth(2)
    .stroke(design.accent)
  const textEnd = drawParagraph(doc, design.text, CENTER, nameEnd + 50, {
    ...small,
    width: TEXT_WIDTH,
    lineHeight: 18,
    maxLines: 3,
  })
  const titleEnd = drawFitted(doc, title, textEnd + 18, { size: 25, minSize: 16, color: ink, maxLines: 2 })
  drawLine(doc, completion, CENTER, titleEnd + 28, small)
}

function drawIssuer(doc: PDFKit.PDFDocument, issuer: string, accent: string, ink: string): void {
  const options = { size: 15, style: 'heading' as const, color: ink }
  const left = CENTER - (measureText(doc, issuer, options) + 24) / 2
  doc
    .circle(left + 8, 83, 8.5)
    .fillOpacity(0.25)
    .fill(accent)
  doc
    .circle(left + 8, 83, 4.5)
    .fillOpacity(1)
    .fill(accent)
  drawLine(doc, issuer, left + 24, 88, options)
}

interface Fitted {
  size: number
  minSize: number
  color: string
  maxLines?: number
}

/** As large as one line allows, then in lines. Returns the last baseline. */
function drawFitted(
  doc: PDFKit.PDFDocument,
  text: string,
  baseline: number,
  { size, minSize, color, maxLines = 1 }: Fitted,
): number {
  const options: TextOptions = { size, style: 'heading', color, align: 'center' }
  const fitting = Math.floor((size * TEXT_WIDTH) / Math.max(TEXT_WIDTH, measureText(doc, text, options)))
  const used = Math.max(minSize, fitting)
  const lineHeight = used * 1.25
  const next = drawParagraph(doc, text, CENTER, baseline, {
    ...options,
    size: used,
    width: TEXT_WIDTH,
    lineHeight,
    maxLines,
  })
  return next - lineHeight
}

function drawSignature({ doc, document, ink, muted }: Paper, picture: Buffer | null): void {
  const { signature_name, issuer } = document.design
  const small = { size: 10, color: muted }
  const line = 505
  if (picture) doc.image(picture, LEFT, line - 62, { fit: [190, 56], valign: 'bottom' })
  if (picture || signature_name !== '')
    doc
      .moveTo(LEFT, line)
      .lineTo(LEFT + 190, line)
      .lineWidth(0.8)
      .strokeOpacity(0.5)
      .stroke(ink)
      .strokeOpacity(1)
  const column = { width: 230, lineHeight: 14, maxLines: 1 }
  if (signature_name !== '')
    drawParagraph(doc, signature_name, LEFT, line + 16, { ...column, size: 11, style: 'bold', color: ink })
  drawParagraph(doc, `${issuer} · Issued on ${document.issued}`, LEFT, line + 32, { ...small, ...column, width: 330 })
}

function drawVerification({ doc, document, ink, muted }: Paper): void {
  const top = HEIGHT - 58 - QR_SIZE
  const left = RIGHT - QR_SIZE
  // Cameras need dark on light, whatever the design is.
  doc.roundedRect(left - 6, top - 6, QR_SIZE + 12, QR_SIZE + 12, 4).fill('#ffffff')
  drawQrCode(doc, document.url, left, top)
  const end = left - 18
  drawLine(doc, 'Verify this certificate', end, top + 44, { size: 10, style: 'bold', color: ink, align: 'right' })
  const [host = '', id = ''] = splitAddress(document.url)
  drawLine(doc, host, end, top + 60, { size: 9, color: muted, align: 'right' })
  drawLine(doc, id, end, top + 73, { size: 9, color: muted, align: 'right' })
  doc.link(left - 260, top - 6, QR_SIZE + 266, QR_SIZE + 12, document.url)
}

/** The address in two lines: it is long, and people type it. */
function splitAddress(url: string): [string, string] {
  const place = url.lastIndexOf('/') + 1
  return [url.slice(0, place), url.slice(place)]
}

/** Vectors, so that it is sharp at any size. */
function drawQrCode(doc: PDFKit.PDFDocument, text: string, left: number, top: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const unit = QR_SIZE / size
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) doc.rect(left + x * unit, top + y * unit, unit, unit)
    }),
  )
  doc.fill('#000000')
}

function drawWarning({ doc, document: { warning } }: Paper): void {
  if (!warning) return
  doc.rect(0, 0, WIDTH, 40).fill(DANGER)
  const options = { size: 10, style: 'bold' as const, color: '#ffffff', align: 'center' as const }
  drawParagraph(doc, warning.text, CENTER, 18, { ...options, width: WIDTH - 80, lineHeight: 14, maxLines: 2 })
  doc
    .save()
    .rotate(-24, { origin: [CENTER, HEIGHT / 2] })
    .fillOpacity(0.16)
  drawLine(doc, warning.word, CENTER, HEIGHT / 2 + 45, { ...options, size: 120, color: DANGER })
  doc.restore()
}
