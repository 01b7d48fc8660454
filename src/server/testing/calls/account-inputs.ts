import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import type { InputBuilders } from './call-input.ts'

const NEW_PASSWORD = 'a lantern in the fog'
const NAMES = { first_name: 'Ada', last_name: 'Lovelace' }
let newAccounts = 0
const createEmail = () => `new${++newAccounts}@mail.example`
const empty = () => ({})
const withPassword = () => ({ password: TEST_PASSWORD })

/** Signing in, one's own account, and other accounts. */
export const ACCOUNT_INPUTS = {
  session: empty,
  logout: empty,
  login: ({ owner }) => ({ email: owner.email, password: TEST_PASSWORD }),
  signup: () => ({ ...NAMES, email: createEmail(), password: NEW_PASSWORD, birthdate: '2000-01-01', gender: 'Female' }),
  getSignInMethods: empty,
  setViewAsStudent: () => ({ on: false }),
  forgotPass: ({ owner }) => ({ email: owner.email }),
  verifyCode: async ({ owner, resetCode }) => ({ email: owner.email, code: await resetCode() }),
  resetPass: async ({ owner, resetCode }) => ({
    email: owner.email,
    code: await resetCode(),
    password: NEW_PASSWORD,
  }),
  getUserData: ({ owner }) => ({ id: owner.id }),
  updateUser: ({ owner }) => ({
    ...NAMES,
    student_id: owner.id,
    email: owner.email,
    birthdate: '2000-01-01',
    gender: 'Female',
  }),
  confirmEmail: async ({ emailToken }) => ({ token: await emailToken() }),
  handleUploads: ({ owner }) => ({ id: owner.id, image: TINY_PNG }),
  getAccount: empty,
  setChatMails: () => ({ chatMails: true }),
  changePassword: () => ({ password: TEST_PASSWORD, new_password: NEW_PASSWORD }),
  endSession: async ({ session }) => ({ session_id: await session() }),
  endOtherSessions: empty,
  getOwnData: empty,
  deleteAccount: ({ owner }) => ({ confirmation: owner.email, password: TEST_PASSWORD }),
  getUsers: () => ({ page: 1, search_text: 'a', select_data: '', sort: 'name', descending: false }),
  getUserDetails: ({ owner }) => ({ user_id: owner.id }),
  endUserSessions: async ({ student }) => ({ user_id: await student() }),
  findTakenEmails: ({ owner }) => ({ emails: [owner.email, 'free@mail.example'] }),
  importUsers: () => ({
    users: [{ ...NAMES, email: createEmail(), birthdate: '2000-01-01', gender: 'Male' }],
    invite: true,
  }),
  deleteUser: async ({ student }) => ({ user_id: await student() }),
  setUserRole: async ({ student }) => ({ user_id: await student(), role: 'student', ...withPassword() }),
  removeUserSecondFactor: async ({ student, totp }) => {
    const user_id = await student()
    await totp({ isSetUp: true, of: user_id })
    return { user_id, ...withPassword() }
  },
  forgetTrustedBrowsers: empty,
  // Second factors. What these log in with belongs to a browser with a cookie (challenge-cookies.ts).
  confirmLogin: async ({ totp }) => ({ code: await totp({ isSetUp: true }), trust: true }),
  startPasskeyLogin: () => ({ second_step: false }),
  confirmPasskeyLogin: async ({ passkeyLoginResponse }) => ({ response: await passkeyLoginResponse(), trust: true }),
  startTotp: withPassword,
  confirmTotp: async ({ totp }) => ({ code: await totp({ isSetUp: false }) }),
  removeTotp: async ({ totp }) => {
    await totp({ isSetUp: true })
    return withPassword()
  },
  renewRecoveryCodes: async ({ totp }) => {
    await totp({ isSetUp: true })
    return withPassword()
  },
  startPasskeySetup: withPassword,
  addPasskey: ({ newPasskeyResponse }) => ({ name: 'Key', response: newPasskeyResponse() }),
  renamePasskey: async ({ passkey }) => ({ passkey_id: (await passkey()).id, name: 'Key' }),
  removePasskey: async ({ passkey }) => ({ passkey_id: (await passkey()).id, ...withPassword() }),
  sendEmailConfirmation: empty,
  cancelEmailChange: empty,
} satisfies Partial<InputBuilders>
