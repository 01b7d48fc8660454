import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function loginFailuresEmail({
  db,
  mail,
  hasAccount,
  name,
  siteUrl,
}: EmailRequest): Promise<EmailContent | null> {
  if (!hasAccount) return null
  return {
    subject: 'Many failed logins to your account',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Many failed logins"
        preview="Someone may be guessing your password."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          By {formatEventTime(mail.createdAt)}, more than a hundred logins to your account had failed within a day.
          Someone may be guessing your password. We slow them down, and your account is not locked.
        </Paragraph>
        <Paragraph>
          You can log in as usual. In a browser that you have not used here before, a short security check runs first.
          If you use your password on other sites too, choose a new one:
        </Paragraph>
        <ActionButton href={await createResetLink(db, { siteUrl, mail })}>Reset password</ActionButton>
      </EmailLayout>
    ),
  }
}
