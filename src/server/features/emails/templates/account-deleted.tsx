import { EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export function accountDeletedEmail({ mail, name, siteUrl }: EmailRequest): EmailContent {
  return {
    subject: 'Your account was deleted',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your account was deleted"
        preview="Your courses, progress and reviews were deleted too."
        reason="You received this email because your account used this address. This is the last one we send."
      >
        <Paragraph>
          Your account was deleted on {formatEventTime(mail.createdAt)}, along with your courses, progress and reviews.
          This can't be undone. Certificates stay at their links, and receipts are kept.
        </Paragraph>
        <Paragraph>Thank you for learning with us.</Paragraph>
      </EmailLayout>
    ),
  }
}
