import { Paragraph } from '../email-layout.tsx'
import type { EmailRequest } from '../email-template.ts'
import { formatEventTime } from '../format-event-time.ts'
import { createSecurityAlert } from '../security-alert.tsx'

export const secondFactorFailuresEmail = (request: EmailRequest) =>
  createSecurityAlert(request, {
    subject: 'Someone may know your password',
    preview: 'Your password was right, but the codes for the second step were wrong.',
    text: (
      <>
        <Paragraph>
          By {formatEventTime(request.mail.createdAt)}, someone had entered your password and several wrong codes for
          the second step. These codes were refused.
        </Paragraph>
        <Paragraph>
          If this was not you, check the active sessions in your profile and choose a new password now:
        </Paragraph>
      </>
    ),
  })
