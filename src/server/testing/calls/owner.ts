import type { SignedInUser } from '#server/testing/factories.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** What records are made with: no server, so that they can be made while the site is in maintenance. */
export type RecordStore = Pick<TestApp, 'db' | 'env' | 'make'>

/** In every text of the owner's that nobody else may read. */
export const PRIVATE_TEXT = 'Between me and my notebook'

/** The student whose records the calls are about, with `TEST_PASSWORD`. */
export const createOwner = (t: RecordStore): Promise<SignedInUser> => t.make.signedIn({ password: TEST_PASSWORD })
