import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'
import { SAMPLE_COURSES } from './landing-content.ts'

export function SampleCourses() {
  return (
    <section aria-labelledby="courses-title" className="container-site pb-16 md:pb-24">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 id="courses-title" className="text-3xl md:text-4xl">
          Three good places to start
        </h2>
        <Link
          to={paths.allCourses}
          className="inline-flex min-h-11 items-center gap-2 rounded-control text-sm font-semibold text-accent-text hover:underline"
        >
          See all courses <Icon name="arrow-right" size={16} />
        </Link>
      </div>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {SAMPLE_COURSES.map(({ title, description, categories, cover }) => (
          <li key={title}>
            <article className="card relative flex h-full flex-col overflow-hidden transition duration-150 ease-out hover:-translate-y-0.5 hover:border-border-strong has-focus-visible:border-border-strong">
              <CourseCover {...cover} className="aspect-[640/344] w-full" />
              <div className="flex flex-1 flex-col p-5">
                <ul aria-label="Categories" className="flex flex-wrap gap-2">
                  {categories.map((category) => (
                    <li key={category} className="rounded-full bg-raised px-2.5 py-0.5 text-xs text-muted">
                      {category}
                    </li>
                  ))}
                </ul>
                <h3 className="mt-3 text-xl">
                  <Link to={paths.allCourses} className="rounded-control after:absolute after:inset-0">
                    {title}
                  </Link>
                </h3>
                <p className="mt-1.5 text-sm text-muted">{description}</p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
