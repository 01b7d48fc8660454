import type { MailKind } from '#server/platform/mail/queue-mail.ts'
import type { EmailTemplate } from './email-template.ts'
import { accountDeletedEmail } from './templates/account-deleted.tsx'
import { assignmentGradedEmail } from './templates/assignment-graded.tsx'
import { backupFailedEmail } from './templates/backup-failed.tsx'
import { certificateEmail } from './templates/certificate.tsx'
import { confirmEmailEmail } from './templates/confirm-email.tsx'
import { emailChangedEmail } from './templates/email-changed.tsx'
import { googleLinkedEmail } from './templates/google-linked.tsx'
import { invitedEmail } from './templates/invited.tsx'
import { loginFailuresEmail } from './templates/login-failures.tsx'
import { newDeviceEmail } from './templates/new-device.tsx'
import { orderInstructionsEmail } from './templates/order-instructions.tsx'
import { orderTroubleEmail } from './templates/order-trouble.tsx'
import { passwordChangedEmail } from './templates/password-changed.tsx'
import { paymentFailedEmail } from './templates/payment-failed.tsx'
import { receiptEmail } from './templates/receipt.tsx'
import { refundDismissedEmail } from './templates/refund-dismissed.tsx'
import { refundEmail } from './templates/refund.tsx'
import { resetCodeEmail } from './templates/reset-code.tsx'
import { roleChangedEmail } from './templates/role-changed.tsx'
import { secondFactorChangedEmail } from './templates/second-factor-changed.tsx'
import { secondFactorFailuresEmail } from './templates/second-factor-failures.tsx'
import { testEmail } from './templates/test.tsx'
import { unreadMessagesEmail } from './templates/unread-messages.tsx'
import { verifyEmailEmail } from './templates/verify-email.tsx'
import { welcomeEmail } from './templates/welcome.tsx'

export const emailTemplates: Record<MailKind, EmailTemplate> = {
  welcome: welcomeEmail,
  'reset-code': resetCodeEmail,
  'password-changed': passwordChangedEmail,
  'confirm-email': confirmEmailEmail,
  'email-changed': emailChangedEmail,
  'google-linked': googleLinkedEmail,
  invited: invitedEmail,
  'unread-messages': unreadMessagesEmail,
  'login-failures': loginFailuresEmail,
  'account-deleted': accountDeletedEmail,
  'order-instructions': orderInstructionsEmail,
  'payment-failed': paymentFailedEmail,
  receipt: receiptEmail,
  refund: refundEmail,
  'refund-dismissed': refundDismissedEmail,
  'order-trouble': orderTroubleEmail,
  certificate: certificateEmail,
  'assignment-graded': assignmentGradedEmail,
  'verify-email': verifyEmailEmail,
  'new-device': newDeviceEmail,
  'second-factor-changed': secondFactorChangedEmail,
  'second-factor-failures': secondFactorFailuresEmail,
  'role-changed': roleChangedEmail,
  'backup-failed': backupFailedEmail,
  test: testEmail,
}
