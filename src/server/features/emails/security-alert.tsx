import type { ReactNode } from 'react'
import { createResetLink } from '#server/features/session/reset/mail-token.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout } from './email-layout.tsx'
import type { EmailContent, EmailRequest } from './email-template.ts'

interface SecurityAlert {
  subject: string
  heading?: string
  preview: string
  /** Paragraphs that lead up to the button. */
  text: ReactNode
}

/** Warns the owner of an account, and ends with a link to a new password. */
export async function createSecurityAlert(
  { db, mail, hasAccount, name, siteUrl }: EmailRequest,
  { subject, heading = subject, preview, text }: SecurityAlert,
): Promise<EmailContent | null> {
  if (!hasAccount) return null
  const resetLink = await createResetLink(db, { siteUrl, mail })
  return {
    subject,
    element: (
      <EmailLayout name={name} siteUrl={siteUrl} heading={heading} preview={preview} reason={ACCOUNT_REASON}>
        {text}
        <ActionButton href={resetLink}>Reset password</ActionButton>
      </EmailLayout>
    ),
  }
}
