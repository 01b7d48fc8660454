import { useQuery } from '@tanstack/react-query'
import type { CallOutput } from '#contract/contract.ts'
import { coursePath, paths } from '#contract/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { query } from '#web/data/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** Goes on with the last lesson; a student without an unfinished course finds one in the catalogue. */
export function StudentWelcome({ user }: { user: User }) {
  const last = useQuery(query('getLastLesson', {})).data?.msg[0]
  return (
    <div className="card mb-10 p-5 sm:p-6">
      <p className="font-display text-2xl font-semibold wrap-anywhere">
        {last ? 'Welcome back' : 'Welcome'}, <span dir="auto">{user.first_name}</span>
      </p>
      {last && <LastCourse last={last} />}
      <div className="mt-5 flex flex-wrap gap-3">
        {last && (
          <ButtonLink to={getLessonPath(last)} size="lg">
            Continue learning <Icon name="arrow-right" size={18} />
          </ButtonLink>
        )}
        <ButtonLink to={paths.allCourses} variant={last ? 'secondary' : 'primary'} size="lg">
          Browse all courses
        </ButtonLink>
      </div>
    </div>
  )
}

type LastLesson = CallOutput<'getLastLesson'>[number]

function LastCourse({ last }: { last: LastLesson }) {
  return (
    <>
      <p className="mt-2 mb-2 flex items-baseline justify-between gap-3">
        <span dir="auto" className="min-w-0 truncate">
          {last.title}
        </span>
        <span className="text-sm text-muted tabular-nums">{last.progress}%</span>
      </p>
      <ProgressBar percent={last.progress} label={`Progress in ${last.title}`} />
    </>
  )
}

const getLessonPath = (last: LastLesson) =>
  coursePath(last) + (last.material_id === null ? '' : `?lesson=${last.material_id}`)
