import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import { getSignedOutText } from '../get-signed-out-text.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function passwordChangedEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent> {
  return {
    subject: 'Your password was changed',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your password was changed"
        preview={getSignedOutText(mail)}
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          The password of your account was changed on {formatEventTime(mail.createdAt)}. {getSignedOutText(mail)}
        </Paragraph>
        <Paragraph>If you made this change, you don't need to do anything. If not, reset your password now:</Paragraph>
        <ActionButton href={await createResetLink(db, { siteUrl, mail })}>Reset password</ActionButton>
      </EmailLayout>
    ),
  }
}
