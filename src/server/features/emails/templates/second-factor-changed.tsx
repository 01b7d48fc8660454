import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function secondFactorChangedEmail({
  db,
  mail,
  hasAccount,
  name,
  siteUrl,
}: EmailRequest): Promise<EmailContent | null> {
  if (!hasAccount) return null
  return {
    subject: 'Your two-step verification changed',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your two-step verification changed"
        preview={`${mail.detail}.`}
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          On {formatEventTime(mail.createdAt)}, this was done in your account: {mail.detail}.
        </Paragraph>
        <Paragraph>
          If this was you, you don't need to do anything. If not, reset your password now, check the second steps in
          your profile, and tell the site's admins:
        </Paragraph>
        <ActionButton href={await createResetLink(db, { siteUrl, mail })}>Reset password</ActionButton>
      </EmailLayout>
    ),
  }
}
