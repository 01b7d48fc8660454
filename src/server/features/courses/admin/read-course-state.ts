import { asc, eq, sql } from 'drizzle-orm'
import type { AuditFields } from '#contract/audit-actions.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, lessons, prerequisites, sections } from '#server/platform/db/schema.ts'

const { title, description, priceCents, discount, category, imageUrl, tabs, isPublic, details, lessonOrder } = courses
const courseColumns = {
  title,
  description,
  priceCents,
  discount,
  category,
  imageUrl,
  tabs,
  isPublic,
  details,
  lessonOrder,
}

/**
 * Long content and the questions of a quiz stay in the database. Their beginning or number says what has changed in most
 * cases; the digests tell of a change further on.
 */
const lessonColumns = {
  id: lessons.id,
  place: lessons.place,
  title: lessons.title,
  subtitle: lessons.subtitle,
  kind: lessons.kind,
  url: lessons.url,
  captions: lessons.captionsUrl,
  fileName: lessons.fileName,
  section: sections.title,
  sectionId: lessons.sectionId,
  preview: lessons.isPreview,
  completion: lessons.completion,
  watchPercent: lessons.watchPercent,
  durationSeconds: lessons.durationSeconds,
  submissionForm: lessons.submissionForm,
  content: sql<string>`left(${lessons.content}, 300)`,
  contentLength: sql<number>`length(${lessons.content})`,
  contentMd5: sql<string>`md5(${lessons.content})`,
  quizSettings: sql<object | null>`${lessons.quiz} - 'questions'`,
  quizQuestions: sql<number | null>`jsonb_array_length(${lessons.quiz} -> 'questions')`,
  quizMd5: sql<string>`md5(${lessons.quiz}::text)`,
}

/** A course for the audit log, each lesson as a field of its own. */
export async function readCourseState(tx: Tx, courseId: number): Promise<AuditFields> {
  const [course] = await tx.select(courseColumns).from(courses).where(eq(courses.id, courseId))
  const lessonRows = await tx
    .select(lessonColumns)
    .from(lessons)
    .leftJoin(sections, eq(sections.id, lessons.sectionId))
    .where(eq(lessons.courseId, courseId))
    .orderBy(asc(lessons.place))
  const sectionRows = await tx
    .select({ title: sections.title, opensAfterDays: sections.opensAfterDays, opensAt: sections.opensAt })
    .from(sections)
    .where(eq(sections.courseId, courseId))
    .orderBy(asc(sections.place))
  const required = await tx
    .select({ courseId: prerequisites.requiredCourseId, isBlocking: prerequisites.isBlocking })
    .from(prerequisites)
    .where(eq(prerequisites.courseId, courseId))
    .orderBy(asc(prerequisites.requiredCourseId))
  return {
    ...course,
    sections: sectionRows,
    prerequisites: required,
    ...Object.fromEntries(lessonRows.map(({ id, ...lesson }) => [`lesson ${id}`, lesson])),
  }
}
