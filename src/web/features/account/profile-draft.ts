import * as z from 'zod/mini'
import { GENDERS } from '#contract/choices.ts'
import { type DraftKey, readDraft, readStorage, saveDraft } from '#web/data/drafts.ts'
import type { ProfileValues } from './profile-fields.ts'

const MAX_LENGTH = 2_000

/** The fields that were changed and not saved. Not yet valid: an email may be half typed. */
const profileDraft = z.object({
  first_name: z.exactOptional(z.string()),
  last_name: z.exactOptional(z.string()),
  email: z.exactOptional(z.string()),
  birthdate: z.exactOptional(z.string()),
  gender: z.exactOptional(z.enum(GENDERS)),
})

type ProfileDraft = z.output<typeof profileDraft>

const getKey = (userId: number): DraftKey => ({ form: 'profile', userId, recordId: userId })

/** Null without changes. */
export function readProfileDraft(userId: number): ProfileDraft | null {
  const stored: unknown = readStorage(() => JSON.parse(readDraft(getKey(userId), MAX_LENGTH)))
  const draft = profileDraft.safeParse(stored).data
  return draft && Object.keys(draft).length > 0 ? draft : null
}

/** Only what differs from the saved profile, so that a restored draft undoes no later change of another field. */
export function saveProfileDraft(userId: number, values: Partial<ProfileValues>, saved: ProfileValues): void {
  const changes = Object.entries(values).filter(
    ([name, value]) => name in profileDraft.shape && (value ?? '') !== (saved[name as keyof ProfileValues] ?? ''),
  )
  saveDraft(getKey(userId), changes.length > 0 ? JSON.stringify(Object.fromEntries(changes)) : '')
}

export const clearProfileDraft = (userId: number) => saveDraft(getKey(userId), '')
