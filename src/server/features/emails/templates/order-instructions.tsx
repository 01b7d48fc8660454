import { asc, eq } from 'drizzle-orm'
import { orderPath } from '#contract/paths/record-paths.ts'
import { orderItems, orders } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Lines, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'
import { formatCents, quoteTitles } from '../order-emails.ts'

/** How to pay a manual order. Skipped once the order is paid or canceled. */
export async function orderInstructionsEmail(request: EmailRequest): Promise<EmailContent | null> {
  const { db, mail, name, siteUrl, payments } = request
  if (mail.orderId === null) return null
  const [order] = await db.select().from(orders).where(eq(orders.id, mail.orderId))
  if (order?.status !== 'pending') return null
  const items = await db
    .select({ title: orderItems.title })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.courseId))
  const amount = formatCents(order.totalCents, order.currency)
  return {
    subject: `How to pay for order ${order.number}`,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="How to pay for your order"
        preview={`Pay ${amount} and name the order number ${order.number}.`}
        reason="You received this email because a course was ordered with your account."
      >
        <Paragraph>{`You ordered ${quoteTitles(order, items)} for ${amount}. ${items.length > 1 ? 'The courses open' : 'The course opens'} once we have received your payment.`}</Paragraph>
        <Lines>{payments.instructions}</Lines>
        <Paragraph>
          Order number: <strong>{order.number}</strong>
        </Paragraph>
        <ActionButton href={siteUrl + orderPath({ order_id: order.id })}>View order</ActionButton>
        <SmallText>You can cancel the order there. If you didn't order this, ignore this email.</SmallText>
      </EmailLayout>
    ),
  }
}
