import { execFileSync, spawnSync } from 'node:child_process'
import { extractText, getDocumentProxy } from 'unpdf'

export interface PdfContent {
  text: string
  pages: number
  title: string | undefined
}

/** What a reader can select and copy. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const [{ text, totalPages }, { info }] = await Promise.all([
    extractText(pdf, { mergePages: true }),
    pdf.getMetadata(),
  ])
  const title = (info as { Title?: string }).Title
  return { text: text.replace(/\s+/g, ' '), pages: totalPages, title }
}

/** Poppler marks the parts that are written from right to left, and neither reader keeps a joiner. */
export const PDF_MARKS = /[\u200c\u202a-\u202e\u2066-\u2069]/g

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
export const PDF_READERS = hasPoppler
  ? 'two readers'
  : 'pdf.js (Poppler is not installed, see the package poppler-utils)'

/** With a browser’s reader, and with Poppler’s where it is installed. */
export async function readPdfWithBoth(pdf: Buffer): Promise<string[]> {
  const texts = [(await readPdf(pdf)).text]
  if (hasPoppler) texts.push(execFileSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], { input: pdf }).toString())
  return texts.map((text) => text.replace(PDF_MARKS, '').replace(/\s+/g, ' ').trim())
}
