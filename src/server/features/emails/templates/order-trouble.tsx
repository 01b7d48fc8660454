import { and, asc, desc, eq, lte } from 'drizzle-orm'
import { adminOrderPath } from '#contract/paths/record-paths.ts'
import { orderEvents, orders } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

/** To admins: a dispute, a refund that fails, or a payment that does not match its order. */
export async function orderTroubleEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  if (mail.orderId === null) return null
  const [order] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, mail.orderId))
  if (!order) return null
  const sentences = await findTrouble(db, mail.orderId, mail.createdAt)
  return {
    subject: `Order ${order.number} needs your attention`,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="An order needs your attention"
        preview={sentences[0] ?? 'Open the order to see what has happened.'}
        reason="You received this email because you are an admin."
      >
        <Paragraph>{`Order ${order.number}:`}</Paragraph>
        {sentences.map((sentence) => (
          <Paragraph key={sentence}>{`${sentence}.`}</Paragraph>
        ))}
        <ActionButton href={siteUrl + adminOrderPath({ order_id: mail.orderId })}>View order</ActionButton>
      </EmailLayout>
    ),
  }
}

/** The timeline entries of the transaction that queued the email: they have its time. */
async function findTrouble(db: EmailRequest['db'], orderId: number, queuedAt: Date): Promise<string[]> {
  const [last] = await db
    .select({ createdAt: orderEvents.createdAt })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), lte(orderEvents.createdAt, queuedAt)))
    .orderBy(desc(orderEvents.createdAt))
    .limit(1)
  if (!last) return []
  const rows = await db
    .select({ text: orderEvents.text })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.createdAt, last.createdAt)))
    .orderBy(asc(orderEvents.id))
  return rows.map(({ text }) => text.replace(/\.$/, ''))
}
