import type { Tx } from '#server/platform/db/connect.ts'
import { blogs, comments } from '#server/platform/db/schema.ts'
import { demoComments } from './content/comments-content.ts'
import { daysAgo } from './days-ago.ts'
import { demoPosts } from './content/posts-content.ts'
import type { SeededStudent } from './seed-students.ts'
import { seededRandom } from './seeded-random.ts'

export async function seedPosts(tx: Tx, students: SeededStudent[]): Promise<void> {
  const oldestFirst = [...demoPosts].sort((a, b) => b.ageDays - a.ageDays)
  const added = await tx
    .insert(blogs)
    .values(oldestFirst.map(({ ageDays, ...post }) => ({ ...post, createdAt: daysAgo(ageDays) })))
    .returning({ id: blogs.id })
  const newRows = added.flatMap(({ id: blogId }, place) => {
    const random = seededRandom(place + 101)
    const commenters = random.shuffle(students)
    const { title = '', ageDays = 0 } = oldestFirst[place] ?? {}
    return (demoComments[title] ?? []).flatMap((text, position) => {
      const author = commenters[position]
      // Not before the post was published or the author joined.
      const oldest = Math.min(ageDays, author?.joinedDaysAgo ?? 0)
      return author
        ? [{ blogId, userId: author.id, text, createdAt: daysAgo((oldest * random.between(30, 97)) / 100) }]
        : []
    })
  })
  newRows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  await tx.insert(comments).values(newRows)
}
