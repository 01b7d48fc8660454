import type * as z from 'zod/mini'
import type { AnyCallName, CallName } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import * as account from './schemas/accounts/account.ts'
import * as accountSecurity from './schemas/accounts/account-security.ts'
import * as adminCourses from './schemas/admin-courses.ts'
import * as adminUsers from './schemas/accounts/admin-users.ts'
import * as analytics from './schemas/operations/analytics.ts'
import * as auditLog from './schemas/operations/audit-log.ts'
import * as backups from './schemas/operations/backups.ts'
import * as blogForm from './schemas/blog-form.ts'
import * as blogs from './schemas/blogs.ts'
import * as certificates from './schemas/learning/certificates.ts'
import * as chat from './schemas/chat.ts'
import * as commandPalette from './schemas/operations/command-palette.ts'
import * as comments from './schemas/comments.ts'
import * as coupons from './schemas/commerce/coupons.ts'
import * as courseForm from './schemas/course-form.ts'
import * as courses from './schemas/courses.ts'
import * as lessons from './schemas/learning/lessons.ts'
import * as notes from './schemas/learning/notes.ts'
import * as notifications from './schemas/notifications.ts'
import * as orderAdmin from './schemas/commerce/order-admin.ts'
import * as orders from './schemas/commerce/orders.ts'
import * as paths from './schemas/learning/paths.ts'
import * as payments from './schemas/commerce/payments.ts'
import * as progress from './schemas/learning/progress.ts'
import * as publicCourse from './schemas/public-course.ts'
import * as quizzes from './schemas/learning/quizzes.ts'
import * as reviews from './schemas/reviews.ts'
import * as session from './schemas/accounts/session.ts'
import * as site from './schemas/operations/site.ts'
import * as submissions from './schemas/learning/submissions.ts'
import * as system from './schemas/operations/system.ts'
import * as systemLog from './schemas/operations/system-log.ts'
import * as trash from './schemas/operations/trash.ts'
import * as uploads from './schemas/operations/uploads.ts'
import * as users from './schemas/accounts/users.ts'

const schemas = {
  ...account,
  ...accountSecurity,
  ...adminCourses,
  ...adminUsers,
  ...analytics,
  ...auditLog,
  ...backups,
  ...blogForm,
  ...blogs,
  ...certificates,
  ...chat,
  ...commandPalette,
  ...comments,
  ...coupons,
  ...courseForm,
  ...courses,
  ...lessons,
  ...notes,
  ...notifications,
  ...orderAdmin,
  ...orders,
  ...paths,
  ...payments,
  ...progress,
  ...publicCourse,
  ...quizzes,
  ...reviews,
  ...session,
  ...site,
  ...submissions,
  ...system,
  ...systemLog,
  ...trash,
  ...uploads,
  ...users,
} satisfies Record<AnyCallName, Endpoint>

export type Contract = Pick<typeof schemas, AnyCallName>

/** The schemas of each call and frame of calls.ts. A call whose schema file exports no endpoint of its name does not compile. */
export const contract: Contract = schemas

/** What a caller sends. */
export type CallInput<Name extends AnyCallName> = z.input<Contract[Name]['input']>
/** What the handler receives after parsing. */
export type ParsedInput<Name extends AnyCallName> = z.output<Contract[Name]['input']>
/** What travels under `msg` or `data`. */
export type CallOutput<Name extends AnyCallName> = z.output<Contract[Name]['output']>
type NextPage<Name extends AnyCallName> = Contract[Name]['nextPage']

/** A call's answer without its envelope. */
export type CallResponse<Name extends AnyCallName> =
  NextPage<Name> extends z.ZodMiniType
    ? { msg: CallOutput<Name>; nextPage: z.output<NextPage<Name>> }
    : { msg: CallOutput<Name> }

/** Calls the API and returns the answer, or throws an AppError. `fetch` in the browser, in-process on the server. */
export type Transport = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallResponse<Name>>
