import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { certificateJsonPath, certificatePdfPath } from '#contract/paths/record-paths.ts'
import { drawPdf } from '#server/features/pdf-program/draw-pdf.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import { type Caller, countRequest, toCaller } from '#server/pipeline/caller.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import { toTrafficKey, type TrafficQueues } from '#server/pipeline/traffic.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { findLocalFolder } from '#server/platform/storage/local-copy.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { toCertificateDocument } from './certificate-document.ts'
import type { CertificateRow } from './certificate-row.ts'
import { findCertificate } from './get-certificate.ts'
import { registerCertificateJob } from './issue-missing-certificates.ts'
import { toOpenBadge } from './open-badge.ts'

interface CertificateDeps {
  db: Db
  readSession: ReadSession
  throttles: Throttles
  admit: Admit
  queues: Pick<TrafficQueues, 'pdfs'>
  /** For the signature: where it is, and a folder for its copy. */
  files: FileStore
  folder: string
  publicUrl: string
}

type CertificateParams = { Params: { id: string } }

/** The certificate as PDF and as an Open Badges 3.0 credential, for everyone who has its id; and the job at the start. */
export function registerCertificates(app: FastifyInstance, deps: CertificateDeps): void {
  registerCertificateJob(app, deps.db)

  async function find(
    request: FastifyRequest<CertificateParams>,
    reply: FastifyReply,
  ): Promise<{ caller: Caller; row: CertificateRow }> {
    const caller = toCaller(await deps.readSession(request, reply), request.ip)
    await countRequest(deps.throttles, 'read', caller)
    await deps.admit(caller, { access: 'anyone' })
    return { caller, row: await findCertificate(deps.db, request.params.id) }
  }

  // Revoking shows at once, and search engines do not list people.
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

  app.get<CertificateParams>(toRoute(certificatePdfPath), { exposeHeadRoute: false }, async (request, reply) => {
    const { caller, row } = await find(request, reply)
    const uploadsFolder = await findLocalFolder(deps.files, join(deps.folder, 'copies'), row.design.signature_image)
    const document = toCertificateDocument(row, { publicUrl: deps.publicUrl, uploadsFolder })
    const pdf = await deps.queues.pdfs.run(toTrafficKey(caller), () => drawPdf({ kind: 'certificate', document }))
    return reply
      .headers({
        ...headers,
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="certificate-${row.id}.pdf"`,
      })
      .send(pdf)
  })
  app.get<CertificateParams>(toRoute(certificateJsonPath), { exposeHeadRoute: false }, async (request, reply) => {
    const { row } = await find(request, reply)
    const next = row.replacedBy === null ? null : await findCertificate(deps.db, row.replacedBy)
    return reply
      .headers({ ...headers, 'content-type': 'application/ld+json; charset=utf-8', 'access-control-allow-origin': '*' })
      .send(JSON.stringify(toOpenBadge(row, next, deps.publicUrl), null, 2))
  })
}

/** All that the column takes: it answers other text with an error. */
const toRoute = (toPath: (id: string) => string) =>
  toPath(':id([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})')
