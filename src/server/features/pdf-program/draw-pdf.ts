import type { CertificateDocument } from '#server/features/certificates/certificate-document.ts'
import type { ReceiptDocument } from '#server/features/receipts/receipt-document.ts'
import { drawInWorker } from '#server/platform/pdf/pdf-worker.ts'

export type PdfJob =
  | { kind: 'receipt'; document: ReceiptDocument; siteUrl: string }
  | { kind: 'certificate'; document: CertificateDocument }

/** The file of a document. Nothing is stored: the same document gives the same file. */
export const drawPdf = (job: PdfJob): Promise<Buffer> => drawInWorker(job)
