import { EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export function testEmail({ mail, hasAccount, name, siteUrl }: EmailRequest): EmailContent | null {
  if (!hasAccount) return null
  return {
    subject: 'Test email from Learn Lantern',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Email works"
        preview="The mail server accepts emails from your site."
        reason="You received this email because you sent a test email from the System page."
      >
        <Paragraph>
          You asked for this email in the dashboard on {formatEventTime(mail.createdAt)}. It left your site’s mail
          server and reached you.
        </Paragraph>
        <Paragraph>
          If you found it among spam, set up SPF, DKIM and DMARC records for the domain of MAIL_FROM.
        </Paragraph>
      </EmailLayout>
    ),
  }
}
