import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { User } from '#contract/users.ts'
import { pages } from '#web/api.ts'
import { Head } from '#web/head.tsx'
import { useInfiniteScroll } from '#web/ui/infinite-scroll.ts'
import { Avatar } from '#web/ui/avatar.tsx'

export function Component() {
  return (
    <>
      <Head title="Users" hidden />
      <h1 className="text-4xl">Hello Admin</h1>
      <p className="mt-1 text-muted">Track users here</p>
      <div className="card mt-7 overflow-x-auto" tabIndex={0} role="region" aria-label="Users">
        <table className="w-full min-w-160 text-sm">
          <thead className="bg-raised text-left text-xs text-muted">
            <tr>
              <th className="px-4 py-2.5 font-semibold">Student</th>
              <th className="px-4 py-2.5 font-semibold">Status</th>
              <th className="px-4 py-2.5 font-semibold">Joined</th>
              <th className="px-4 py-2.5 text-right font-semibold">Courses</th>
            </tr>
          </thead>
          <Suspense fallback={<Waiting />}>
            <Rows />
          </Suspense>
        </table>
      </div>
    </>
  )
}

function Rows() {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(pages('getUsers', {}))
  const last = useInfiniteScroll(hasNextPage && !isFetchingNextPage, () => void fetchNextPage())
  const users = [...new Map(data.pages.flatMap(({ msg }) => msg).map((user) => [user.student_id, user])).values()]
  return (
    <>
      <tbody className="divide-y divide-border">
        {users.map((user) => (
          <UserRow key={user.student_id} user={user} />
        ))}
        {isFetchingNextPage && <SkeletonRow />}
      </tbody>
      <tfoot>
        <tr ref={last}>
          <td colSpan={4} className="px-4 py-4 text-center text-xs text-muted">
            {hasNextPage ? 'Loading more users' : 'No more users'}
          </td>
        </tr>
      </tfoot>
    </>
  )
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function UserRow({ user }: { user: User }) {
  return (
    <tr className="border-t border-border">
      <td className="px-4 py-3">
        <div className="flex items-center gap-3">
          <Avatar imageUrl={user.image_url} size={34} />
          <div className="min-w-0">
            <p className="truncate font-medium">
              {user.first_name} {user.last_name}
              {user.role === 'admin' && <span className="ml-2 text-xs text-accent-text">admin</span>}
            </p>
            <p className="truncate text-xs text-muted">{user.email}</p>
          </div>
        </div>
      </td>
      <td className="px-4 py-3 whitespace-nowrap">
        <span className={`mr-2 inline-block size-2 rounded-full ${user.status_user ? 'bg-success' : 'bg-border-strong'}`} />
        {user.status_user ? 'Active' : <span className="text-muted">Inactive</span>}
      </td>
      <td className="px-4 py-3 whitespace-nowrap">{DAY.format(new Date(user.joined_at))}</td>
      <td className="px-4 py-3 text-right tabular-nums">{user.course_joined}</td>
    </tr>
  )
}

function Waiting() {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <SkeletonRow key={index} />
      ))}
    </tbody>
  )
}

function SkeletonRow() {
  return (
    <tr className="border-t border-border">
      <td colSpan={4} className="px-4 py-3">
        <div className="skeleton h-10" />
      </td>
    </tr>
  )
}
