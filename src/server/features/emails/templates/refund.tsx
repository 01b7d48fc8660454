import { and, eq } from 'drizzle-orm'
import { adminOrderPath, orderPath } from '#contract/paths/record-paths.ts'
import { isTestOrder } from '#server/features/orders/is-test-order.ts'
import { readReceipt, type Receipt } from '#server/features/receipts/read-receipt.ts'
import { toCreditNoteDocument } from '#server/features/receipts/receipt-document.ts'
import { refunds } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'
import { attachReceipt, formatCents, quoteTitles } from '../order-emails.ts'

/** To the student and to admins, each with the page where they find the order. */
export async function refundEmail(request: EmailRequest): Promise<EmailContent | null> {
  const { db, mail, name, siteUrl, payments } = request
  const receipt = mail.orderId === null ? null : await readReceipt(db, mail.orderId)
  const amountCents = await findRefundedAmount(request)
  if (!receipt || amountCents === null) return null
  const { order, items } = receipt
  const isOwner = mail.userId === order.userId
  const attachments = isOwner ? await attachReceipt(request, toCreditNoteDocument(receipt, payments.seller)) : []
  const amount = formatCents(amountCents, order.currency)
  const toPath = isOwner ? orderPath : adminOrderPath
  return {
    subject: `Refund for order ${order.number}`,
    attachments,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading={isOwner ? 'Your refund' : 'An order was refunded'}
        preview={`${amount} was refunded.`}
        reason={
          isOwner
            ? 'You received this email because an order of your account was refunded.'
            : 'You received this email because you are an admin.'
        }
      >
        <Paragraph>{`${amount} was refunded for ${quoteTitles(order, items)}, order ${order.number}.`}</Paragraph>
        {isOwner && <RefundDetails receipt={receipt} />}
        {!isOwner && order.provider === 'manual' && (
          <Paragraph>Send the money back yourself, then mark the refund as sent.</Paragraph>
        )}
        <ActionButton href={siteUrl + toPath({ order_id: order.id })}>View order</ActionButton>
        {attachments.length > 0 && <SmallText>The credit note is attached as a PDF.</SmallText>}
      </EmailLayout>
    ),
  }
}

function RefundDetails({ receipt }: { receipt: Receipt }) {
  const { status, provider } = receipt.order
  const isTest = isTestOrder(receipt.order)
  const bought = receipt.items.length > 1 ? 'them' : 'it'
  return (
    <>
      {isTest && <Paragraph>This was a test order. No money was charged or returned.</Paragraph>}
      {provider === 'stripe' && !isTest && <Paragraph>It can take 5 to 10 days until your bank shows it.</Paragraph>}
      {provider === 'manual' && <Paragraph>We return it the way you paid.</Paragraph>}
      {status === 'refunded' && (
        <Paragraph>{`Access from this order has ended. Your progress is kept in case you buy ${bought} again.`}</Paragraph>
      )}
    </>
  )
}

async function findRefundedAmount({ db, mail }: EmailRequest): Promise<number | null> {
  const { orderId, refundId } = mail
  if (orderId === null || refundId === null) return null
  const [refund] = await db
    .select({ amountCents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.orderId, orderId), eq(refunds.status, 'succeeded')))
  return refund?.amountCents ?? null
}
