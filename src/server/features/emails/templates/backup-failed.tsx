import { paths } from '#contract/paths.ts'
import { ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export function backupFailedEmail({ mail, hasAccount, name, siteUrl }: EmailRequest): EmailContent | null {
  if (!hasAccount) return null
  return {
    subject: 'The scheduled backup failed',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="The scheduled backup failed"
        preview="Your site has no new backup."
        reason="You received this email because you are an admin of this site."
      >
        <Paragraph>
          The backup of {formatEventTime(mail.createdAt)} failed. {mail.detail}
        </Paragraph>
        <Paragraph>
          Another one is tried every hour. You get no further email until a backup has succeeded, and the dashboard
          shows a warning.
        </Paragraph>
        <ActionButton href={siteUrl + paths.system}>Open the System page</ActionButton>
      </EmailLayout>
    ),
  }
}
