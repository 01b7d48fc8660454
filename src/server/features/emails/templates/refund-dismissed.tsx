import { and, eq, like } from 'drizzle-orm'
import { orderPath } from '#contract/paths/record-paths.ts'
import { REFUND_DISMISSED } from '#server/features/orders/state/order-events.ts'
import { orderEvents, orders } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

/** To the student, with the admin's reason. */
export async function refundDismissedEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  if (mail.orderId === null) return null
  const [order] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, mail.orderId))
  if (!order) return null
  const reason = await findReason(db, mail.orderId, mail.createdAt)
  return {
    subject: `Your refund request for order ${order.number}`,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your refund request"
        preview={`Order ${order.number} is not refunded.`}
        reason="You received this email because a refund was asked for on an order of your account."
      >
        <Paragraph>{`We have reviewed the request, and order ${order.number} is not refunded. You keep what you bought.`}</Paragraph>
        {reason !== null && <Paragraph>{`Reason: ${reason}`}</Paragraph>}
        <ActionButton href={siteUrl + orderPath({ order_id: mail.orderId })}>View order</ActionButton>
        <SmallText>Questions? Ask us in Chat.</SmallText>
      </EmailLayout>
    ),
  }
}

/** From the timeline entry of the transaction that queued the email: it has its time. */
async function findReason(db: EmailRequest['db'], orderId: number, queuedAt: Date): Promise<string | null> {
  const isOfEmail = and(eq(orderEvents.orderId, orderId), eq(orderEvents.createdAt, queuedAt))
  const [event] = await db
    .select({ text: orderEvents.text })
    .from(orderEvents)
    .where(and(isOfEmail, like(orderEvents.text, `${REFUND_DISMISSED}%`)))
  return event ? event.text.slice(REFUND_DISMISSED.length) : null
}
