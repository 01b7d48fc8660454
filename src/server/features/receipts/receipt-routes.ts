import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { creditNotePath, receiptPath } from '#contract/paths/record-paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import { type Caller, countRequest, toCaller } from '#server/pipeline/caller.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import { toTrafficKey, type TrafficQueues } from '#server/pipeline/traffic.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { drawPdf } from '#server/features/pdf-program/draw-pdf.ts'
import { readReceipt, type Receipt, sumRefunds } from './read-receipt.ts'
import { type ReceiptDocument, toCreditNoteDocument, toFileName, toReceiptDocument } from './receipt-document.ts'

interface ReceiptRouteDeps {
  db: Db
  readSession: ReadSession
  throttles: Throttles
  admit: Admit
  queues: Pick<TrafficQueues, 'pdfs'>
  payments: Pick<Payments, 'seller'>
  publicUrl: string
}

type OrderParams = { Params: { orderId: string } }

const ORDER_ID = /^[1-9]\d{0,14}$/

/** Receipts and credit notes as PDF, for the order's owner and admins. For everyone else they do not exist. */
export function registerReceiptRoutes(app: FastifyInstance, deps: ReceiptRouteDeps): void {
  const { payments, queues, publicUrl } = deps

  async function find(
    request: FastifyRequest<OrderParams>,
    reply: FastifyReply,
  ): Promise<{ caller: Caller; receipt: Receipt }> {
    const caller = toCaller(await deps.readSession(request, reply), request.ip)
    await countRequest(deps.throttles, 'read', caller)
    const user = await deps.admit(caller, { access: 'user' })
    const { orderId } = request.params
    const receipt = ORDER_ID.test(orderId) ? await readReceipt(deps.db, Number(orderId)) : null
    if (!receipt || !canRead(user, receipt)) throw new AppError('order_not_found')
    return { caller, receipt }
  }

  async function send(reply: FastifyReply, caller: Caller, document: ReceiptDocument): Promise<FastifyReply> {
    const draw = () => drawPdf({ kind: 'receipt', document, siteUrl: publicUrl })
    const pdf = await queues.pdfs.run(toTrafficKey(caller), draw)
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${toFileName(document)}"`,
        'cache-control': 'private, no-store',
      })
      .send(pdf)
  }

  app.get<OrderParams>(toRoute(receiptPath), { exposeHeadRoute: false }, async (request, reply) => {
    const { caller, receipt } = await find(request, reply)
    return send(reply, caller, toReceiptDocument(receipt, payments.seller))
  })
  app.get<OrderParams>(toRoute(creditNotePath), { exposeHeadRoute: false }, async (request, reply) => {
    const { caller, receipt } = await find(request, reply)
    if (sumRefunds(receipt) === 0) throw new AppError('order_not_found')
    return send(reply, caller, toCreditNoteDocument(receipt, payments.seller))
  })
}

const canRead = (user: User, { order }: Receipt) => user.role === 'admin' || order.userId === user.student_id

/** The route of a path with an order's id in it. */
const toRoute = (toPath: (order: { order_id: number }) => string) =>
  toPath({ order_id: 0 }).replace('/0/', '/:orderId/')
