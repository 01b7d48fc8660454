import type { Feed } from 'feed'
import type { Transport } from '#contract/contract.ts'
import { paths, uploadPath } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import type { Course } from '#contract/schemas/courses.ts'
import { collectNewest, createFeed, escapeHtml } from './feed-parts.ts'

export async function buildCourseFeed(call: Transport, publicUrl: string): Promise<Feed> {
  const courses = await collectNewest<Course>(async (page) => {
    const { msg, nextPage } = await call('getCourses', { page })
    return { msg: msg.flatMap((course) => ('description' in course ? [course] : [])), nextPage: nextPage ?? null }
  })
  const feed = createFeed(publicUrl, {
    id: publicUrl + paths.allCourses,
    title: 'Learn Lantern: courses',
    description: 'The newest courses.',
    link: publicUrl + paths.allCourses,
    feedLinks: { rss: publicUrl + paths.coursesFeed },
    updated: courses[0]?.created_date,
  })
  for (const course of courses) {
    feed.addItem({
      // Without the title, which may change.
      id: `${publicUrl}${paths.publicCourse}/${course.course_id}`,
      title: escapeHtml(course.title),
      description: escapeHtml(course.description.split('\n', 1)[0] ?? ''),
      link: publicUrl + publicCoursePath(course),
      date: new Date(course.created_date),
      category: [{ name: course.category }],
      ...(course.image_url && { image: publicUrl + uploadPath(course.image_url) }),
    })
  }
  return feed
}
