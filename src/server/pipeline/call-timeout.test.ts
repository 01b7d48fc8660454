import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { comments } from '#server/platform/db/schema.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({}, { callTimeoutMs: 300 })

test('a call that takes too long is answered with 503 and Retry-After, and carried out', async () => {
  const [me, post] = [await t.make.signedIn(), await t.make.post()]
  changeMeanwhile(t.database, 'insert into "comments"', 'SELECT pg_sleep(1)')
  const answer = await t.call('addComment', { blog_id: post.id, comment_text: 'Slow' }, me.cookie)
  expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'busy', '2'])
  await eventually(async () => {
    const stored = await t.db.select({ text: comments.text }).from(comments).where(eq(comments.blogId, post.id))
    expect(stored).toEqual([{ text: 'Slow' }])
  })
})
