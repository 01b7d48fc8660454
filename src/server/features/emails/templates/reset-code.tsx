import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { createResetCode } from '#server/features/session/reset/reset-code.ts'
import { Code, EmailLayout, FallbackLink, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

/** After this long the user has given up or asked again. */
const MAX_DELAY_MINUTES = 30

export async function resetCodeEmail({
  db,
  mail,
  hasAccount,
  name,
  siteUrl,
}: EmailRequest): Promise<EmailContent | null> {
  if (mail.deviceHash === null || mail.ageMinutes > MAX_DELAY_MINUTES) return null
  // Created before the recipient is checked, so that an unknown email costs the same work.
  const code = await createResetCode(db, mail.toEmail, mail.deviceHash)
  if (!hasAccount) return null
  const link = await createResetLink(db, { siteUrl, mail })
  return {
    subject: 'Your password reset code',
    changesPerAttempt: true,
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Reset your password"
        preview="The code expires in 10 minutes."
        reason="You received this email because a password reset was requested for this address."
      >
        <Paragraph>
          We received a request to reset your password. To choose a new one, enter this code in the browser where you
          asked for it:
        </Paragraph>
        <Code>{code}</Code>
        <Paragraph>
          The code expires in 10 minutes and can be used once. Don't share it with anyone. We never ask for it.
        </Paragraph>
        <FallbackLink lead="If you asked in another browser and got no code there, ask again with this link:">
          {link}
        </FallbackLink>
        <SmallText>If you didn't request this, ignore this email. Your password won't change.</SmallText>
      </EmailLayout>
    ),
  }
}
