import { formatMoney, toDollars } from '#contract/money.ts'
import { drawPdf } from '#server/features/pdf-program/draw-pdf.ts'
import { type ReceiptDocument, toFileName } from '#server/features/receipts/receipt-document.ts'
import type { EmailAttachment } from '#server/platform/mail/delivery.ts'
import type { EmailRequest } from './email-template.ts'

export const formatCents = (cents: number, currency: string) => formatMoney(toDollars(cents), currency)

/** What was bought: the path, or “One”, or “One” and “Two”. */
export const quoteTitles = ({ pathTitle }: { pathTitle: string | null }, items: readonly { title: string }[]) =>
  pathTitle === null ? items.map(({ title }) => `“${title}”`).join(' and ') : `the path “${pathTitle}”`

/** None for an address that its user has not proven: the file has the user's name in it. */
export async function attachReceipt(
  { name, siteUrl }: Pick<EmailRequest, 'name' | 'siteUrl'>,
  document: ReceiptDocument,
): Promise<EmailAttachment[]> {
  if (name === null) return []
  const content = await drawPdf({ kind: 'receipt', document, siteUrl })
  return [{ filename: toFileName(document), contentType: 'application/pdf', content }]
}
