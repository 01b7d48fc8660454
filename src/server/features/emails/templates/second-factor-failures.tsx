import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function secondFactorFailuresEmail({
  db,
  mail,
  hasAccount,
  name,
  siteUrl,
}: EmailRequest): Promise<EmailContent | null> {
  if (!hasAccount) return null
  return {
    subject: 'Someone may know your password',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Someone may know your password"
        preview="Your password was right, but the codes for the second step were wrong."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          By {formatEventTime(mail.createdAt)}, someone had entered your password and several wrong codes for the second
          step. They did not get in.
        </Paragraph>
        <Paragraph>If this was not you, choose a new password now:</Paragraph>
        <ActionButton href={await createResetLink(db, { siteUrl, mail })}>Reset password</ActionButton>
      </EmailLayout>
    ),
  }
}
