import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { coursePath, parseIdSegment } from '#contract/paths.ts'
import { blogPath } from '#contract/paths/record-paths.ts'
import { query } from '#web/data/api.ts'
import { toServerTime } from '#web/data/server-clock.ts'
import { Head } from '#web/ui/head.tsx'
import { useSignedInUser } from '#web/data/session.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useListPath } from '../use-list-path.ts'
import { getFullName } from '#web/features/users/get-full-name.ts'
import { Enrollments } from './enrollments.tsx'
import { Sessions } from './sessions.tsx'
import { SignIn } from './sign-in.tsx'
import { useRemoveComment, useRemoveReview } from './use-user-mutations.ts'
import { UserHeader } from './user-header.tsx'
import { UserSkeleton } from './user-skeleton.tsx'
import { UserContentList } from './user-content-list.tsx'

export function Component() {
  const userId = parseIdSegment(useParams().userId)
  const listPath = useListPath()
  return (
    <div className="mx-auto max-w-6xl">
      <Link
        to={listPath}
        className="mb-4 -ml-1 inline-flex min-h-9 items-center gap-2 rounded-control px-1 text-sm text-muted hover:text-text"
      >
        <Icon name="arrow-left" size={16} />
        All users
      </Link>
      <Suspense key={userId} fallback={<UserSkeleton />}>
        <UserPage userId={userId} />
      </Suspense>
    </div>
  )
}

function UserPage({ userId }: { userId: number }) {
  const { data, dataUpdatedAt } = useSuspenseQuery(query('getUserDetails', { user_id: userId }))
  const { user, enrollments, reviews, comments, sessions } = data.msg
  const { student_id: selfId } = useSignedInUser()
  const { mutate: removeReview } = useRemoveReview(userId)
  const { mutate: removeComment } = useRemoveComment(userId)
  const name = getFullName(user)
  return (
    <>
      <Head title={name} noIndex />
      <UserHeader user={user} isSelf={userId === selfId} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Enrollments user={user} enrollments={enrollments} />
          <UserContentList
            title="Reviews"
            itemLabel={`${name}’s review of`}
            emptyText="No Reviews Found"
            items={reviews.map(({ review_id, course_id, course_title, review_date, review_text, stars }) => ({
              id: review_id,
              title: course_title,
              to: coursePath({ course_id, title: course_title }),
              date: review_date,
              text: review_text,
              stars,
            }))}
            onRemove={removeReview}
          />
          <UserContentList
            title="Comments"
            itemLabel={`${name}’s comment on`}
            emptyText="No comments yet."
            items={comments.map(({ comment_id, blog_id, blog_title, created_date, comment_text }) => ({
              id: comment_id,
              title: blog_title,
              to: blogPath({ blog_id, title: blog_title }),
              date: created_date,
              text: comment_text,
            }))}
            onRemove={removeComment}
          />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 xl:sticky xl:top-21">
          <SignIn details={data.msg} isSelf={userId === selfId} />
          <Sessions userId={userId} sessions={sessions} now={toServerTime(dataUpdatedAt)} />
        </div>
      </div>
    </>
  )
}
