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
