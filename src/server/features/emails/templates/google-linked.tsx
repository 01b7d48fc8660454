import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function googleLinkedEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent> {
  return {
    subject: 'Google sign-in was added to your account',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Google sign-in was added"
        preview="Your account is now linked to your Google account."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          Your account was linked to the Google account of this address on {formatEventTime(mail.createdAt)}. This
          address had not been confirmed before, so we removed the old password and logged out all devices.
        </Paragraph>
        <Paragraph>To log in with a password as well, set a new one:</Paragraph>
        <ActionButton href={await createResetLink(db, { siteUrl, mail })}>Set password</ActionButton>
      </EmailLayout>
    ),
  }
}
