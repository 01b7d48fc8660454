import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessonProgress, lessons, reviews } from '#server/platform/db/schema.ts'
import type { DemoVideos } from './copy-videos.ts'
import { daysAgo, enrolledDaysAgo } from './days-ago.ts'
import type { DemoCourse } from './demo-academy.ts'
import type { SeededStudent } from './seed-students.ts'
import { seededRandom } from './seeded-random.ts'
import { writeCaptions } from './write-captions.ts'

export async function seedCourse(
  tx: Tx,
  course: DemoCourse,
  place: number,
  students: SeededStudent[],
  videos: DemoVideos,
  folder: string,
): Promise<void> {
  const createdAt = daysAgo(course.ageDays)
  const [row] = await tx
    .insert(courses)
    .values({
      title: course.title,
      description: course.description,
      category: course.category,
      tabs: course.tabs.join(','),
      priceCents: Math.round(course.price * 100),
      discount: course.discount,
      createdAt,
      lessonsCount: course.lessons.length,
      reviewsCount: course.reviews.length,
      starsSum: course.reviews.reduce((sum, { stars }) => sum + stars, 0),
    })
    .returning({ id: courses.id })
  if (!row) throw new Error('The demo course was not added')
  const lessonRows = await tx
    .insert(lessons)
    .values(
      course.lessons.map((lesson, index) => {
        const video = videos.get(lesson.clip)
        if (!video) throw new Error(`The demo lesson ${lesson.clip} has no video`)
        return {
          courseId: row.id,
          place: index,
          title: lesson.title,
          subtitle: lesson.subtitle,
          url: video.url,
          durationSeconds: video.seconds,
          isPreview: lesson.preview ?? false,
          // The videos are silent: captions on the previews demonstrate the feature.
          captionsUrl: lesson.preview ? writeCaptions(folder, lesson, video.seconds) : '',
          createdAt,
        }
      }),
    )
    .returning({ id: lessons.id })
  await addEnrollments(
    tx,
    course,
    place,
    row.id,
    lessonRows.map(({ id }) => id),
    students,
  )
}

/** Seeded by the course's position, so that the result is the same in every database but differs per course. */
async function addEnrollments(
  tx: Tx,
  course: DemoCourse,
  place: number,
  courseId: number,
  lessonIds: number[],
  students: SeededStudent[],
): Promise<void> {
  const random = seededRandom(place + 1)
  const shuffled = random.shuffle(students)
  const reviewers = shuffled.slice(0, course.reviews.length)
  const others = shuffled.slice(course.reviews.length, course.reviews.length + random.between(4, 14))
  const learners = [...reviewers, ...others].map(({ id, index, joinedDaysAgo }, position) => {
    const isReviewer = position < reviewers.length
    const share = isReviewer ? random.between(40, 100) : random.between(0, 90)
    // The first student gets completed, almost completed and newly started courses.
    const done = index === 0 ? [lessonIds.length, lessonIds.length - 1, 1, 0][place % 4] : undefined
    const completed = done ?? (share > 88 ? lessonIds.length : Math.floor((share * lessonIds.length) / 100))
    // Not before the course was published or the student joined.
    const oldest = Math.min(course.ageDays, joinedDaysAgo)
    return { id, completed, joinedDays: (oldest * random.between(2, 98)) / 100 }
  })
  await tx.insert(enrollments).values(
    learners.map(({ id, completed, joinedDays }) => ({
      userId: id,
      courseId,
      createdAt: enrolledDaysAgo(joinedDays),
      completedLessons: completed,
      completedAt: completed === lessonIds.length ? daysAgo(joinedDays / 2) : null,
    })),
  )
  const progressRows = learners.flatMap(({ id, completed, joinedDays }) =>
    lessonIds.slice(0, completed).map((lessonId) => ({ userId: id, lessonId, completedAt: daysAgo(joinedDays / 2) })),
  )
  if (progressRows.length > 0) await tx.insert(lessonProgress).values(progressRows)
  const newRows = course.reviews.flatMap((review, position) => {
    const author = learners[position]
    const daysSince = author ? (author.joinedDays * random.between(5, 60)) / 100 : 0
    return author
      ? [{ courseId, userId: author.id, text: review.text, stars: review.stars, createdAt: daysAgo(daysSince) }]
      : []
  })
  // Reviews are sorted by id, so they are inserted in chronological order.
  newRows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (newRows.length > 0) await tx.insert(reviews).values(newRows)
}
