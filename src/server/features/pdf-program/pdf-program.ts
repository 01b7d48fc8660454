import { buffer } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'
import { drawCertificate } from '#server/features/certificates/draw-certificate.ts'
import { drawReceipt } from '#server/features/receipts/draw-receipt.ts'
import type { PdfAnswer, PdfRequest } from '#server/platform/pdf/pdf-worker.ts'
import type { PdfJob } from './draw-pdf.ts'

// Runs as a thread of its own; pdf-worker.ts starts it.

async function draw(job: PdfJob): Promise<Uint8Array> {
  const document = job.kind === 'receipt' ? drawReceipt(job.document, job.siteUrl) : await drawCertificate(job.document)
  return buffer(document)
}

parentPort?.on('message', ({ id, job }: PdfRequest) => {
  const send = (answer: PdfAnswer) => parentPort?.postMessage(answer, [])
  draw(job as PdfJob).then(
    (pdf) => send({ id, pdf }),
    (error: unknown) => send({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
