import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { User } from '#contract/users.ts'
import { query } from '#web/api.ts'
import { Head } from '#web/head.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NightCover } from '../../course-cover/night-cover.tsx'

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
    <section aria-label="Your data" className="card mt-8 overflow-hidden rounded-panel">
      <div className="relative h-32 overflow-hidden sm:h-40">
        {/* Of the whole picture the strip with the lights. */}
        <NightCover id={user.student_id} className="absolute inset-x-0 bottom-0 aspect-[640/344] w-full translate-y-[15%]" />
      </div>
      <div className="grid gap-x-12 px-6 pb-8 sm:px-9 sm:pb-9 md:grid-cols-[auto_minmax(0,1fr)]">
        <Avatar
          imageUrl={user.image_url}
          size={PICTURE_PX}
          alt={user.image_url ? `Picture of ${user.first_name}` : 'No picture yet'}
          className="relative -mt-16 justify-self-center ring-4 ring-surface sm:-mt-20 md:row-span-2"
        />
        <p className="mt-6 font-display text-3xl font-semibold wrap-anywhere">
          {user.first_name} {user.last_name}
        </p>
        <dl className="mt-5 grid content-start gap-x-10 border-t border-border sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
          {rows(user).map(([label, value]) => (
            <div key={label} className="min-w-0 border-b border-border py-4">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="mt-0.5 text-lg wrap-anywhere">{value}</dd>
            </div>
          ))}
          <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 pt-4 sm:col-span-2 md:col-span-1 lg:col-span-2">
            <dt className="text-sm text-muted">Courses joined</dt>
            <dd className="font-display text-3xl font-semibold tabular-nums">{user.course_joined}</dd>
            <dd className="col-start-2 row-span-2 row-start-1">
              <NextStep count={user.course_joined} />
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

/** Where to go from here: on with what one has joined, or to a first course. */
function NextStep({ count }: { count: number }) {
  return (
    <ButtonLink to={count === 0 ? paths.allCourses : paths.myCourses} look={count === 0 ? 'primary' : 'secondary'}>
      {count === 0 ? 'Join a course' : 'My Courses'}
      <Icon name="arrow-right" size={16} />
    </ButtonLink>
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
  ]
}

function Waiting() {
  return (
    <div aria-hidden="true" className="card mt-8 overflow-hidden rounded-panel">
      <div className="skeleton h-32 rounded-none sm:h-40" />
      <div className="grid gap-x-12 px-6 pb-8 sm:px-9 sm:pb-9 md:grid-cols-[auto_minmax(0,1fr)]">
        <div className="relative -mt-16 justify-self-center rounded-panel bg-surface p-1 sm:-mt-20 md:row-span-2">
          <div className="skeleton size-60.5 rounded-panel" />
        </div>
        <div className="skeleton mt-6 h-11 w-3/5" />
        <div className="mt-6 grid content-start gap-x-10 gap-y-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
          {[1, 2, 3, 4, 5, 6, 7].map((place) => (
            <div key={place} className="skeleton h-17" />
          ))}
        </div>
      </div>
    </div>
  )
}
