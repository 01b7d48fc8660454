import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function newDeviceEmail({
  db,
  mail,
  hasAccount,
  name,
  siteUrl,
}: EmailRequest): Promise<EmailContent | null> {
  if (!hasAccount) return null
  return {
    subject: 'New login to your account',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="New login to your account"
        preview="A device that you have not used before has logged in."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          A browser that you have not used here before logged in on {formatEventTime(mail.createdAt)}: {mail.detail}.
        </Paragraph>
        <Paragraph>
          If this was you, you don't need to do anything. If not, someone knows your password. Reset it now, which signs
          out all devices:
        </Paragraph>
        <ActionButton href={await createResetLink(db, { siteUrl, mail })}>Reset password</ActionButton>
      </EmailLayout>
    ),
  }
}
