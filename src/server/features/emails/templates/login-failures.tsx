import { Paragraph } from '../email-layout.tsx'
import type { EmailRequest } from '../email-template.ts'
import { formatEventTime } from '../format-event-time.ts'
import { createSecurityAlert } from '../security-alert.tsx'

export const loginFailuresEmail = (request: EmailRequest) =>
  createSecurityAlert(request, {
    subject: 'Many failed logins to your account',
    heading: 'Many failed logins',
    preview: 'Someone may be guessing your password.',
    text: (
      <>
        <Paragraph>
          By {formatEventTime(request.mail.createdAt)}, more than a hundred logins to your account had failed within a
          day. Someone may be guessing your password. We slow them down, and your account is not locked.
        </Paragraph>
        <Paragraph>
          You can log in as usual. In a browser that you have not used here before, a short security check runs first.
          If you use your password on other sites too, choose a new one:
        </Paragraph>
      </>
    ),
  })
