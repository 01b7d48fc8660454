import * as z from 'zod/mini'
import { onOff, text } from './setting-types.ts'

/** The settings of accounts; part of every setting in env.ts. */
export const securitySettings = {
  SECRET_KEY: z.optional(text('SECRET_KEY must have at least 32 random characters', ({ length }) => length >= 32)),
  ADMIN_SECOND_FACTOR: z._default(
    z.enum(['optional', 'required'], { error: 'ADMIN_SECOND_FACTOR must be optional or required' }),
    'optional',
  ),
  VERIFY_EMAIL: z.optional(onOff('VERIFY_EMAIL')),
}

type SecurityValues = z.output<z.ZodMiniObject<typeof securitySettings>>

export function toSecurityEnv(values: SecurityValues, smtpUrl: string | undefined) {
  return {
    /** Undefined: a random key in `DATA_DIR/secret.key`. */
    secretKey: values.SECRET_KEY,
    adminNeedsSecondFactor: values.ADMIN_SECOND_FACTOR === 'required',
    /** Whether a new account has to prove its email before it may write. */
    verifyEmail: values.VERIFY_EMAIL ?? smtpUrl !== undefined,
  }
}
