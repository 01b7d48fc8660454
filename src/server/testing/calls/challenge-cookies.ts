import type { CallName } from '#contract/calls.ts'
import type { OwnerRecords } from './owner-records.ts'

const KINDS = { confirmLogin: 'login', confirmPasskeyLogin: 'login', addPasskey: 'passkey-setup' } as const

/** Of the browser in which the call succeeds: there the owner has begun to log in, or to add a passkey. */
export const createChallengeCookie = async (name: CallName, records: OwnerRecords): Promise<string | undefined> =>
  name in KINDS ? records.challengeCookie(KINDS[name as keyof typeof KINDS]) : undefined
