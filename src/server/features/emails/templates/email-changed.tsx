import { ACCOUNT_REASON, EmailLayout, Paragraph } from '../email-layout.tsx'
import { formatEventTime } from '../format-event-time.ts'
import { getSignedOutText } from '../get-signed-out-text.ts'
import type { EmailContent, EmailRequest } from '../email-template.ts'

/** Sent to the previous address. */
export function emailChangedEmail({ mail, name, siteUrl }: EmailRequest): EmailContent {
  return {
    subject: 'Your email was changed',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Your email was changed"
        preview="You can no longer log in with this address."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          The email of your account was changed on {formatEventTime(mail.createdAt)}. You can no longer log in with this
          address. {getSignedOutText(mail)}
        </Paragraph>
        <Paragraph>
          If you made this change, you don't need to do anything. If not, contact the administrator of this site as soon
          as possible.
        </Paragraph>
      </EmailLayout>
    ),
  }
}
