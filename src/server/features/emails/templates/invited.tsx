import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ActionButton, EmailLayout, FallbackLink, Paragraph, SmallText, Steps } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function invitedEmail({
  db,
  mail,
  hasAccount,
  name,
  siteUrl,
}: EmailRequest): Promise<EmailContent | null> {
  if (!hasAccount) return null
  const link = await createResetLink(db, { siteUrl, mail })
  return {
    subject: 'Your Learn Lantern account is ready',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your account is ready"
        preview="Set a password to start learning."
        reason="You received this email because an administrator created an account for this address."
      >
        <Paragraph>An account was created for you at Learn Lantern. To set your password:</Paragraph>
        <Steps>
          {[
            'Open the page below and enter the address that received this email.',
            'We send a 6-digit code to the same address. Enter it.',
            'Choose a password, log in and pick your first course.',
          ]}
        </Steps>
        <ActionButton href={link}>Set password</ActionButton>
        <FallbackLink>{link}</FallbackLink>
        <SmallText>
          If you didn't expect this, ignore this email. The account can't be used without a password.
        </SmallText>
      </EmailLayout>
    ),
  }
}
