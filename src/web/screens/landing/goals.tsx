import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { toPlanPath } from '#web/features/paths/plan-search.ts'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'
import { GOALS } from './landing-content.ts'

export function Goals() {
  return (
    <section aria-labelledby="goals-title" className="border-y border-border bg-surface">
      <div className="container-site grid gap-10 py-16 md:py-24 lg:grid-cols-[1fr_1.4fr] lg:gap-20">
        <div>
          <h2 id="goals-title" className="text-3xl md:text-4xl">
            Learn toward a goal
          </h2>
          <p className="mt-4 max-w-[46ch] text-lg text-muted">
            Decide what you want to be able to do, then pick the course that gets you there.
          </p>
          <ButtonLink to={paths.allCourses} size="lg" className="mt-8">
            Find your course <Icon name="arrow-right" size={18} />
          </ButtonLink>
        </div>
        <ul className="divide-y divide-border border-y border-border">
          {GOALS.map(({ title, text, category }) => (
            <li key={title} className="flex items-center gap-4 py-5 sm:gap-5">
              <CourseCover id={3} category={category} className="h-16 w-18 shrink-0 rounded-control sm:h-18 sm:w-32" />
              <div>
                <h3 className="text-lg">
                  <Link to={toPlanPath(title)} className="underline-offset-4 hover:text-accent-text hover:underline">
                    {title}
                  </Link>
                </h3>
                <p className="mt-0.5 text-sm text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
