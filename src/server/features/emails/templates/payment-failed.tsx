import { eq } from 'drizzle-orm'
import { orderPath } from '#contract/paths/record-paths.ts'
import { findItems } from '#server/features/orders/order-row.ts'
import { orders } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'
import { formatCents, quoteTitles } from '../order-emails.ts'

/** A bank debit that the bank has declined, days after the student was told to wait for an email. */
export async function paymentFailedEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  if (mail.orderId === null) return null
  const [order] = await db.select().from(orders).where(eq(orders.id, mail.orderId))
  if (!order) return null
  const amount = formatCents(order.totalCents, order.currency)
  const titles = quoteTitles(order, await findItems(db, [order.id]))
  return {
    subject: `Payment failed for order ${order.number}`,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your payment failed"
        preview="Nothing was charged. You can order again."
        reason="You received this email because a course was ordered with your account."
      >
        <Paragraph>{`Your payment of ${amount} for ${titles} failed, and nothing was charged. Order ${order.number} has ended.`}</Paragraph>
        {order.problem !== null && <Paragraph>{`Reason: ${order.problem}`}</Paragraph>}
        <Paragraph>To buy it, order again and choose another way to pay.</Paragraph>
        <ActionButton href={siteUrl + orderPath({ order_id: order.id })}>View order</ActionButton>
        <SmallText>Questions? Ask us in Chat.</SmallText>
      </EmailLayout>
    ),
  }
}
