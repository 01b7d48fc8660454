import { REFUND_DAYS } from '#contract/limits.ts'
import { orderPath } from '#contract/paths/record-paths.ts'
import { isTestOrder } from '#server/features/orders/is-test-order.ts'
import { readReceipt, sumRefunds } from '#server/features/receipts/read-receipt.ts'
import { toReceiptDocument } from '#server/features/receipts/receipt-document.ts'
import { ActionButton, EmailLayout, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'
import { attachReceipt, formatCents, quoteTitles } from '../order-emails.ts'

export async function receiptEmail(request: EmailRequest): Promise<EmailContent | null> {
  const { db, mail, name, siteUrl, payments } = request
  const receipt = mail.orderId === null ? null : await readReceipt(db, mail.orderId)
  if (!receipt) return null
  const { order, items } = receipt
  const attachments = await attachReceipt(request, toReceiptDocument(receipt, payments.seller))
  const titles = quoteTitles(order, items)
  const isFree = order.totalCents === 0
  const refundedCents = sumRefunds(receipt)
  // It may be sent again long after the payment.
  const isInTime = Date.now() - order.paidAt.getTime() < REFUND_DAYS * 86_400_000
  const isRefundable = !isFree && order.status === 'paid' && isInTime
  return {
    subject: `Receipt for order ${order.number}`,
    attachments,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Thank you for your order"
        preview={isFree ? 'Your order is complete.' : 'We received your payment.'}
        reason="You received this email because a course was bought with your account."
      >
        <Paragraph>
          {isFree
            ? `Your order of ${titles} is complete. There was nothing to pay.`
            : `We received your payment of ${formatCents(order.totalCents, order.currency)} for ${titles}.`}
        </Paragraph>
        {isTestOrder(order) && <Paragraph>This was a test order. No money was charged.</Paragraph>}
        <ActionButton href={siteUrl + orderPath({ order_id: order.id })}>View order</ActionButton>
        <SmallText>
          {attachments.length > 0
            ? 'Your receipt is attached as a PDF.'
            : 'You can download your receipt there as a PDF.'}
        </SmallText>
        {refundedCents > 0 && (
          <Paragraph>{`Of it, ${formatCents(refundedCents, order.currency)} was refunded.`}</Paragraph>
        )}
        {isRefundable && (
          <SmallText>
            {`You can take a full refund within ${REFUND_DAYS} days of the payment. Open the order and choose Refund.`}
          </SmallText>
        )}
      </EmailLayout>
    ),
  }
}
