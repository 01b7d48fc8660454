import type { Call } from './call.ts'

/** The second step of logging in, passkeys, proving an email, and who is an admin. */
export const ACCOUNT_SECURITY_CALLS = {
  confirmLogin: {
    method: 'POST',
    access: 'anyone',
    invalidates: ['account', 'log'],
    isAllowedInMaintenance: true,
  },
  startPasskeyLogin: {
    method: 'POST',
    access: 'anyone',
    invalidates: [],
    isAllowedInMaintenance: true,
  },
  confirmPasskeyLogin: {
    method: 'POST',
    access: 'anyone',
    invalidates: ['account', 'log'],
    isAllowedInMaintenance: true,
  },
  startTotp: { method: 'POST', access: 'user', invalidates: [] },
  confirmTotp: { method: 'POST', access: 'user', invalidates: ['account', 'log'] },
  removeTotp: { method: 'POST', access: 'user', invalidates: ['account', 'log'] },
  renewRecoveryCodes: { method: 'POST', access: 'user', invalidates: ['account', 'log'] },
  startPasskeySetup: { method: 'POST', access: 'user', invalidates: [] },
  addPasskey: { method: 'POST', access: 'user', invalidates: ['account', 'log'] },
  removePasskey: { method: 'POST', access: 'user', invalidates: ['account', 'log'] },
  sendEmailConfirmation: { method: 'POST', access: 'user', invalidates: [] },
  setUserRole: {
    method: 'PUT',
    access: 'admin',
    invalidates: ['users', 'reviews', 'comments', 'conversations', 'log'],
  },
} as const satisfies Record<string, Call>
