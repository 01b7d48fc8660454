import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NightCover } from '#web/features/courses/cover/night-cover.tsx'

export function OurPlatform() {
  return (
    <section aria-labelledby="platform-title" className="border-t border-border">
      <div className="container-site py-16 md:py-24">
        <div className="card grid overflow-hidden rounded-panel lg:grid-cols-2">
          <div className="p-7 sm:p-12">
            <h2 id="platform-title" className="text-3xl md:text-4xl">
              Our Platform is ready when you are
            </h2>
            <p className="mt-4 max-w-[44ch] text-lg text-muted">
              Choose a course and start its first lesson in a minute. If it isn&apos;t right for you, get your money
              back within 30 days.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink to={paths.allCourses} size="lg">
                Join a course
              </ButtonLink>
              <ButtonLink to={paths.signup} variant="secondary" size="lg">
                Sign up
              </ButtonLink>
            </div>
          </div>
          <div className="relative min-h-52">
            <NightCover id={8} className="absolute inset-0 size-full" />
          </div>
        </div>
      </div>
    </section>
  )
}
