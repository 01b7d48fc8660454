import type { FastifyInstance } from 'fastify'
import { registerCertificates } from '#server/features/certificates/certificate-routes.ts'
import { registerReceiptRoutes } from '#server/features/receipts/receipt-routes.ts'

type PdfRouteDeps = Parameters<typeof registerReceiptRoutes>[1] & Parameters<typeof registerCertificates>[1]

export function registerPdfRoutes(app: FastifyInstance, deps: PdfRouteDeps): void {
  registerReceiptRoutes(app, deps)
  registerCertificates(app, deps)
}
