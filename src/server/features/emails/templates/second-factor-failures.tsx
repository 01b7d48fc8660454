import { Paragraph } from '../email-layout.tsx'
import type { EmailRequest } from '../email-template.ts'
import { formatEventTime } from '../format-event-time.ts'
import { createSecurityAlert } from '../security-alert.tsx'

export const secondFactorFailuresEmail = (request: EmailRequest) =>
  createSecurityAlert(request, {
    subject: 'Someone may be able to log in as you',
    preview: 'The first step of the login was right, but the codes for the second step were wrong.',
    text: (
      <>
        <Paragraph>
          By {formatEventTime(request.mail.createdAt)}, someone had passed the first step of your login, with your
          password or with Google, and entered several wrong codes for the second step. These codes were refused.
        </Paragraph>
        <Paragraph>
          If this was not you, check the active sessions in your profile and choose a new password now:
        </Paragraph>
      </>
    ),
  })
