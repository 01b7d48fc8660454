import { confirmEmailPath } from '#contract/paths/account-paths.ts'
import { createEmailChangeToken } from '#server/features/users/profile/email-change-token.ts'
import { ActionButton, EmailLayout, FallbackLink, Paragraph } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function confirmEmailEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  if (mail.userId === null) return null
  const token = await createEmailChangeToken(db, { userId: mail.userId, newEmail: mail.toEmail })
  if (token === null) return null
  const link = siteUrl + confirmEmailPath(token)
  return {
    subject: 'Confirm your new email',
    changesPerAttempt: true,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Confirm your new email"
        preview="Your account uses this address once you confirm it."
        reason="You received this email because this address was entered as the new email of an account."
      >
        <Paragraph>You asked to use this address for your Learn Lantern account. Confirm it to finish:</Paragraph>
        <ActionButton href={link}>Confirm email</ActionButton>
        <FallbackLink>{link}</FallbackLink>
        <Paragraph>
          The link expires in 24 hours and can be used once. If you didn't request this, ignore this email.
        </Paragraph>
      </EmailLayout>
    ),
  }
}
