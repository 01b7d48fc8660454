import type { Call } from './call.ts'

/** The second step of logging in, passkeys, proving an email, and who is an admin. */
const FACTOR_CHANGE = { method: 'POST', access: 'user', invalidates: ['account', 'log'] } as const

export const ACCOUNT_SECURITY_CALLS = {
  confirmLogin: {
    method: 'POST',
    access: 'anyone',
    invalidates: ['account', 'log'],
    isAllowedInMaintenance: true,
    // As with `login`, which these finish or replace.
    isAllowedInStudentView: true,
  },
  startPasskeyLogin: {
    method: 'POST',
    access: 'anyone',
    invalidates: [],
    isAllowedInMaintenance: true,
    isAllowedInStudentView: true,
  },
  confirmPasskeyLogin: {
    method: 'POST',
    access: 'anyone',
    invalidates: ['account', 'log'],
    isAllowedInMaintenance: true,
    isAllowedInStudentView: true,
  },
  startTotp: { method: 'POST', access: 'user', invalidates: [] },
  confirmTotp: FACTOR_CHANGE,
  removeTotp: FACTOR_CHANGE,
  renewRecoveryCodes: FACTOR_CHANGE,
  forgetTrustedBrowsers: FACTOR_CHANGE,
  startPasskeySetup: { method: 'POST', access: 'user', invalidates: [] },
  addPasskey: FACTOR_CHANGE,
  renamePasskey: FACTOR_CHANGE,
  removePasskey: FACTOR_CHANGE,
  sendEmailConfirmation: { method: 'POST', access: 'user', invalidates: ['account'] },
  cancelEmailChange: { method: 'POST', access: 'user', invalidates: ['account', 'log'] },
  setUserRole: {
    method: 'PUT',
    access: 'admin',
    invalidates: ['users', 'reviews', 'comments', 'conversations', 'log'],
  },
  removeUserSecondFactor: { method: 'POST', access: 'admin', invalidates: ['users', 'log'] },
} as const satisfies Record<string, Call>
