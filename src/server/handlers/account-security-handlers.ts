import { confirmLogin } from '#server/features/two-factor/confirm-login.ts'
import { confirmTotp } from '#server/features/two-factor/confirm-totp.ts'
import { addPasskey } from '#server/features/two-factor/passkeys/add-passkey.ts'
import { confirmPasskeyLogin } from '#server/features/two-factor/passkeys/confirm-passkey-login.ts'
import { removePasskey } from '#server/features/two-factor/passkeys/remove-passkey.ts'
import { renamePasskey } from '#server/features/two-factor/passkeys/rename-passkey.ts'
import { startPasskeyLogin } from '#server/features/two-factor/passkeys/start-passkey-login.ts'
import { startPasskeySetup } from '#server/features/two-factor/passkeys/start-passkey-setup.ts'
import { removeTotp } from '#server/features/two-factor/remove-totp.ts'
import { renewRecoveryCodes } from '#server/features/two-factor/renew-recovery-codes.ts'
import { startTotp } from '#server/features/two-factor/start-totp.ts'
import { cancelEmailChange } from '#server/features/users/profile/cancel-email-change.ts'
import { sendEmailConfirmation } from '#server/features/users/profile/send-email-confirmation.ts'
import { forgetTrustedBrowsers } from '#server/features/two-factor/forget-trusted-browsers.ts'
import { removeUserSecondFactor } from '#server/features/users/remove-user-second-factor.ts'
import { setUserRole } from '#server/features/users/set-user-role.ts'

/** The handlers of account-security-calls.ts. */
export const accountSecurityHandlers = {
  confirmLogin,
  startPasskeyLogin,
  confirmPasskeyLogin,
  startTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  forgetTrustedBrowsers,
  startPasskeySetup,
  addPasskey,
  renamePasskey,
  removePasskey,
  sendEmailConfirmation,
  cancelEmailChange,
  setUserRole,
  removeUserSecondFactor,
}
