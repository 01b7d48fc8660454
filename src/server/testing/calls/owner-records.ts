import type { SignedInUser } from '#server/testing/factories.ts'
import { createAccountRecords } from './account-records.ts'
import { createCommerceRecords } from './commerce-records.ts'
import { createLearningRecords } from './learning-records.ts'
import type { RecordStore } from './owner.ts'
import { createSiteRecords } from './site-records.ts'

/** Makes records of the owner's in the database, a new one each time. */
export function createOwnerRecords(t: RecordStore, owner: SignedInUser) {
  return {
    owner,
    ...createAccountRecords(t, owner),
    ...createCommerceRecords(t, owner),
    ...createLearningRecords(t, owner),
    ...createSiteRecords(t, owner),
  }
}

export type OwnerRecords = ReturnType<typeof createOwnerRecords>
