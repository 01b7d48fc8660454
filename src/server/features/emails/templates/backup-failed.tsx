import { paths } from '#contract/paths.ts'
import { ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export function backupFailedEmail({ mail, hasAccount, name, siteUrl }: EmailRequest): EmailContent | null {
  if (!hasAccount) return null
  return {
    subject: 'Something is wrong with the scheduled backups',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Something is wrong with the scheduled backups"
        preview="The last backup failed, or its restore test did."
        reason="You received this email because you are an admin of this site."
      >
        <Paragraph>
          This is about the backup of {formatEventTime(mail.createdAt)}. {mail.detail}
        </Paragraph>
        <Paragraph>
          A backup that failed is tried again every hour. You get no further email until one succeeds, and the dashboard
          shows a warning.
        </Paragraph>
        <ActionButton href={siteUrl + paths.system}>Open the System page</ActionButton>
      </EmailLayout>
    ),
  }
}
