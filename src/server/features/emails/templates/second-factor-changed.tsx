import { Paragraph } from '../email-layout.tsx'
import type { EmailRequest } from '../email-template.ts'
import { formatEventTime } from '../format-event-time.ts'
import { createSecurityAlert } from '../security-alert.tsx'

export const secondFactorChangedEmail = (request: EmailRequest) =>
  createSecurityAlert(request, {
    subject: 'Your two-step verification changed',
    preview: `${request.mail.detail}.`,
    text: (
      <>
        <Paragraph>
          On {formatEventTime(request.mail.createdAt)}, this was done in your account: {request.mail.detail}.
        </Paragraph>
        <Paragraph>
          If this was you, you don't need to do anything. If not, reset your password now, check the second steps in
          your profile, and tell the site's admins:
        </Paragraph>
      </>
    ),
  })
