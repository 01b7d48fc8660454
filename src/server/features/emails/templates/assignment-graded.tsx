import { and, eq, ne } from 'drizzle-orm'
import { coursePath } from '#contract/paths.ts'
import { courses, lessons, submissions } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Paragraph } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

/** Without the feedback: it is read where the student can answer it. */
export async function assignmentGradedEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  if (mail.submissionId === null) return null
  const [work] = await db
    .select({
      status: submissions.status,
      title: lessons.title,
      lessonId: lessons.id,
      courseId: courses.id,
      courseTitle: courses.title,
    })
    .from(submissions)
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(submissions.id, mail.submissionId), ne(submissions.status, 'waiting')))
  if (!work) return null
  const isAccepted = work.status === 'accepted'
  const outcome = isAccepted ? 'was accepted' : 'was returned with feedback'
  const lesson = `${coursePath({ course_id: work.courseId, title: work.courseTitle })}?lesson=${work.lessonId}`
  return {
    subject: isAccepted ? 'Your work was accepted' : 'You have feedback on your work',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading={isAccepted ? 'Your work was accepted' : 'You have feedback on your work'}
        preview={`“${work.title}” ${outcome}.`}
        reason="You received this email because you handed in an assignment."
      >
        <Paragraph>{`What you handed in for “${work.title}” in “${work.courseTitle}” ${outcome}.`}</Paragraph>
        {!isAccepted && <Paragraph>Read the feedback and hand it in again.</Paragraph>}
        <ActionButton href={siteUrl + lesson}>Open the assignment</ActionButton>
      </EmailLayout>
    ),
  }
}
