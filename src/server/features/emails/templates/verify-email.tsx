import { verifyEmailPath } from '#contract/paths/account-paths.ts'
import { createEmailChangeToken } from '#server/features/users/profile/email-change-token.ts'
import { ActionButton, EmailLayout, FallbackLink, Paragraph } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function verifyEmailEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  if (mail.userId === null) return null
  const token = await createEmailChangeToken(db, { userId: mail.userId, newEmail: mail.toEmail })
  if (token === null) return null
  const link = siteUrl + verifyEmailPath(token)
  return {
    subject: 'Confirm your email',
    changesPerAttempt: true,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Welcome to Learn Lantern"
        preview="Confirm your email to comment, chat and buy courses."
        reason="You received this email because this address was used to sign up."
      >
        <Paragraph>
          Your account is ready, and you can start learning at once. Confirm your email to comment, review, chat and buy
          courses:
        </Paragraph>
        <ActionButton href={link}>Confirm email</ActionButton>
        <FallbackLink>{link}</FallbackLink>
        <Paragraph>
          The link expires in 24 hours and can be used once. If you didn't sign up, ignore this email.
        </Paragraph>
      </EmailLayout>
    ),
  }
}
