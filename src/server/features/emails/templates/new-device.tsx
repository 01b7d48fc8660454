import { Paragraph } from '../email-layout.tsx'
import type { EmailRequest } from '../email-template.ts'
import { formatEventTime } from '../format-event-time.ts'
import { createSecurityAlert } from '../security-alert.tsx'

export const newDeviceEmail = (request: EmailRequest) =>
  createSecurityAlert(request, {
    subject: 'New login to your account',
    preview: 'A device that you have not used before has logged in.',
    text: (
      <>
        <Paragraph>
          A browser that you have not used here before logged in on {formatEventTime(request.mail.createdAt)}:{' '}
          {request.mail.detail}.
        </Paragraph>
        <Paragraph>
          If this was you, you don't need to do anything. If not, reset your password now, which logs out all devices,
          and check the passkeys in your profile:
        </Paragraph>
      </>
    ),
  })
