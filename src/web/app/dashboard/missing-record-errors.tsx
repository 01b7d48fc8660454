import { useRouteError } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { RouteError } from '#web/features/route-error/route-error.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Head } from '#web/ui/head.tsx'
import { Lantern } from '#web/ui/icons/lantern.tsx'

interface MissingRecord {
  codes: readonly ErrorCode[]
  title: string
  text: string
  /** The list to go on to. */
  to: string
  linkText: string
}

/** In place of a screen whose record does not exist, or whose path segment is not an id. Other errors look as everywhere. */
function createMissingRecordError({ codes, title, text, to, linkText }: MissingRecord) {
  return function MissingRecordError() {
    const error = useRouteError()
    if (!(error instanceof AppError && (error.code === 'invalid_input' || codes.includes(error.code))))
      return <RouteError />
    return (
      <div className="flex flex-col items-center py-16 text-center">
        <Head title={title} noIndex />
        <Lantern className="mb-8 w-64 max-w-full" />
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 max-w-md text-muted">{text}</p>
        <ButtonLink to={to} className="mt-8">
          {linkText}
        </ButtonLink>
      </div>
    )
  }
}

export const UserError = createMissingRecordError({
  codes: ['user_not_found'],
  title: 'User not found',
  text: 'This account may have been deleted, or the link is wrong.',
  to: paths.users,
  linkText: 'All users',
})

export const ChatError = createMissingRecordError({
  codes: ['user_not_found'],
  title: 'Student not found',
  text: 'This account may have been deleted, or the link is wrong.',
  to: paths.adminChat,
  linkText: 'All chats',
})

export const OrderError = createMissingRecordError({
  codes: ['order_not_found'],
  title: 'Order not found',
  text: 'The link is wrong. Search for the order by its number.',
  to: paths.orders,
  linkText: 'All orders',
})

export const ReviewsError = createMissingRecordError({
  codes: ['course_not_found'],
  title: 'Course not found',
  text: 'It may have been deleted, or the link is wrong.',
  to: paths.adminReviews,
  linkText: 'Reviews of all courses',
})

/** A course, a student of it or a quiz. */
export const CourseWorkError = createMissingRecordError({
  codes: ['course_not_found', 'user_not_found', 'lesson_not_found', 'not_enrolled'],
  title: 'Not found',
  text: 'The course, the student or the lesson was removed, the student is not enrolled, or the link is wrong.',
  to: paths.adminCourses,
  linkText: 'All courses',
})

export const PostError = createMissingRecordError({
  codes: ['blog_not_found'],
  title: 'Post not found',
  text: 'It may have been deleted, or the link is wrong.',
  to: paths.adminBlogs,
  linkText: 'Blog Panel',
})

export const PathError = createMissingRecordError({
  codes: ['path_not_found'],
  title: 'Path not found',
  text: 'It may have been deleted, or the link is wrong.',
  to: paths.adminPaths,
  linkText: 'All paths',
})
