import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { enrollments, lessons } from '#server/platform/db/schema.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

test('holds no lock while the file store is asked', async () => {
  const course = await t.make.course()
  const { id } = at(course.lessons)
  await t.db.update(lessons).set({ kind: 'assignment', completion: 'accepted', url: '' }).where(eq(lessons.id, id))
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, course.id)
  const { headers } = await t.app.inject({
    ...{ method: 'POST', url: `${SUBMISSION_FILES_PATH}?material_id=${id}`, payload: Buffer.from('My homework') },
    headers: { 'content-type': 'application/octet-stream', cookie: student.cookie },
  })
  const { touch: realTouch } = FolderStore.prototype
  const touch = vi.spyOn(FolderStore.prototype, 'touch').mockImplementationOnce(async function (
    this: FolderStore,
    name,
  ) {
    const own = eq(enrollments.userId, student.id)
    await t.db.transaction((tx) => tx.select().from(enrollments).where(own).for('update', { noWait: true }))
    return realTouch.call(this, name)
  })
  const work = { material_id: id, file_url: String(headers.location), file_name: 'essay.txt' }
  expect((await t.send('submitAssignment', work, student.cookie)).status).toBe(200)
  expect(touch).toHaveBeenCalledOnce()
  touch.mockRestore()
})
