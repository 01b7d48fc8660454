import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { User } from '#contract/users.ts'
import { query } from '#web/api.ts'
import { Head } from '#web/head.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

const PICTURE_PX = 250
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function Component() {
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="Profile" hidden />
      <h1 className="text-4xl sm:text-5xl">Profile</h1>
      <Suspense fallback={<Waiting />}>
        <Profile />
      </Suspense>
    </div>
  )
}

function Profile() {
  const { data } = useSuspenseQuery(query('getUserData', {}))
  const [user] = data.msg.data
  if (!user) return null
  return (
    <section aria-label="Your data" className="card mt-8 grid gap-8 rounded-panel p-6 sm:p-9 md:grid-cols-[auto_1fr] md:gap-12">
      <div className="flex flex-col items-center gap-5">
        <Avatar
          imageUrl={user.image_url}
          size={PICTURE_PX}
          alt={user.image_url ? `Picture of ${user.first_name}` : 'No picture yet'}
          className="border border-border"
        />
        <ButtonLink to={paths.myCourses} look="secondary" className="w-full">
          My Courses
        </ButtonLink>
      </div>
      <dl className="grid content-start gap-x-10 sm:grid-cols-2">
        {rows(user).map(([label, value]) => (
          <div key={label} className="min-w-0 border-b border-border py-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mt-0.5 text-lg break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function rows(user: User): [label: string, value: string][] {
  return [
    ['First name', user.first_name],
    ['Last name', user.last_name],
    ['Email', user.email],
    ['Birth date', user.birthdate ? DAY.format(new Date(`${user.birthdate}T00:00:00Z`)) : '–'],
    ['Gender', user.gender ?? '–'],
    ['Joined', DAY.format(new Date(user.joined_at))],
    ['Courses joined', String(user.course_joined)],
  ]
}

function Waiting() {
  return (
    <div aria-hidden="true" className="card mt-8 grid gap-8 rounded-panel p-6 sm:p-9 md:grid-cols-[auto_1fr] md:gap-12">
      <div className="skeleton mx-auto size-62.5 rounded-panel" />
      <div className="grid content-start gap-x-10 gap-y-4 sm:grid-cols-2">
        {[1, 2, 3, 4, 5, 6, 7].map((place) => (
          <div key={place} className="skeleton h-16" />
        ))}
      </div>
    </div>
  )
}
