import { randomUUID } from 'node:crypto'
import { moveToTrash } from '#server/features/trash/move-to-trash.ts'
import { toUser } from '#server/platform/db/user-row.ts'
import { errorGroups } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import type { RecordStore } from './owner.ts'

/** What others see of the owner, and what admins look after. */
export function createSiteRecords(t: RecordStore, owner: SignedInUser) {
  return {
    post: () => t.make.post(),
    /** On a post of its own. Returns its id. */
    comment: async () => (await t.make.comment(owner.id, (await t.make.post()).id)).id,
    /** Of a course of its own. Returns its id. */
    async review(): Promise<number> {
      const { id } = await t.make.course()
      await t.make.enrollment(owner.id, id)
      return (await t.make.review(owner.id, id)).id
    },
    /** A student beside the owner. Returns the id. */
    student: async () => (await t.make.signedIn()).id,
    /** Returns the post's id. */
    async trashedPost(): Promise<number> {
      const { id, title } = await t.make.post()
      const user = toUser({ ...owner, isActive: true })
      await t.db.transaction((tx) => moveToTrash(tx, { kind: 'post', id, name: title, details: '', user }))
      return id
    },
    /** Returns the error's id. */
    async errorGroup(): Promise<number> {
      const values = {
        ...{ fingerprint: randomUUID(), type: 'Error', message: 'It failed', source: 'login', count: 1 },
        ...{ requestId: 'r', stack: '', version: '0.1.0' },
      }
      return at(await t.db.insert(errorGroups).values(values).returning({ id: errorGroups.id })).id
    },
  }
}
