import { paths } from '#contract/paths.ts'
import { ACCOUNT_REASON, ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export function roleChangedEmail({ mail, hasAccount, name, siteUrl }: EmailRequest): EmailContent | null {
  if (!hasAccount) return null
  const isAdmin = mail.detail === 'admin'
  return {
    subject: isAdmin ? 'You are now an admin' : 'You are no longer an admin',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading={isAdmin ? 'You are now an admin' : 'You are no longer an admin'}
        preview="You were logged out on all devices."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          {isAdmin
            ? `An admin gave you access to the dashboard on ${formatEventTime(mail.createdAt)}.`
            : `An admin made you a student on ${formatEventTime(mail.createdAt)}. Your courses and your progress stay.`}{' '}
          You were logged out on all devices. Log in again to go on:
        </Paragraph>
        <ActionButton href={siteUrl + paths.login}>Log in</ActionButton>
      </EmailLayout>
    ),
  }
}
