import { eq } from 'drizzle-orm'
import { certificatePath } from '#contract/paths/record-paths.ts'
import { getCertificateStatus } from '#server/features/certificates/certificate-row.ts'
import { certificates } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function certificateEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  const id = mail.certificateId
  const [row] = id === null ? [] : await db.select().from(certificates).where(eq(certificates.id, id))
  if (!row || getCertificateStatus(row) !== 'valid') return null
  const subject = row.kind === 'path' ? 'learning path' : 'course'
  return {
    subject: 'Your certificate is ready',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your certificate is ready"
        preview={`You completed the ${subject}.`}
        reason="You received this email because you completed every lesson, or because your certificate was corrected."
      >
        <Paragraph>{`You completed the ${subject} “${row.title}”. Your certificate has a page of its own that you can share.`}</Paragraph>
        <ActionButton href={siteUrl + certificatePath(row.id)}>View certificate</ActionButton>
        <SmallText>You can download it there as a PDF.</SmallText>
      </EmailLayout>
    ),
  }
}
