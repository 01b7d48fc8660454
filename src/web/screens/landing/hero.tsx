import type { User } from '#contract/schemas/accounts/users.ts'
import { Suspense } from 'react'
import { paths } from '#contract/paths.ts'
import { optionalPart } from '#web/features/lazy-part/optional-part.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { HeroPlayer } from './hero-player.tsx'

// Not loaded by visitors. The server's renderer cannot wait.
const StudentWelcome = import.meta.env.SSR
  ? (await import('./student-welcome.tsx')).StudentWelcome
  : optionalPart(() => import('./student-welcome.tsx').then((module) => module.StudentWelcome))

const PROMISES = ['30-day money-back guarantee', 'Lifetime access', 'Certificate'] as const

export function Hero({ user }: { user: User | null }) {
  return (
    <section className="relative overflow-hidden border-b border-border">
      <div
        aria-hidden="true"
        className="pointer-events-none absolute -top-40 right-[-20%] h-[900px] w-[1100px] max-w-full bg-[radial-gradient(closest-side,var(--accent-wash),transparent)] opacity-80 lg:right-[-6%]"
      />
      <div className="container-site relative grid items-center gap-12 py-14 md:py-20 lg:grid-cols-[1fr_1.08fr] lg:gap-16 lg:py-24">
        <div>
          {user?.role === 'student' && (
            <Suspense fallback={<div className="skeleton mb-10 h-49" />}>
              <StudentWelcome user={user} />
            </Suspense>
          )}
          <p className="flex items-center gap-3 text-xs font-semibold text-accent-text before:h-px before:w-6 before:bg-current">
            Self-paced courses taught by practitioners
          </p>
          <h1 className="mt-5 text-[clamp(2.5rem,7vw,4rem)] leading-[1.08] tracking-[-0.02em]">
            Learning made easy, one step at a time.
          </h1>
          <p className="mt-5 max-w-[34rem] text-lg text-muted">
            Short lessons, clear visuals, and answers when you&apos;re stuck. Track your progress and always know what
            comes next.
          </p>
          <div className="mt-8 flex flex-wrap gap-3 empty:hidden">
            <Actions user={user} />
          </div>
          <ul className="mt-9 flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
            {PROMISES.map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <Icon name="check" size={16} className="text-success" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <HeroPlayer />
      </div>
    </section>
  )
}

function Actions({ user }: { user: User | null }) {
  if (user?.role === 'admin') {
    return (
      <ButtonLink to={paths.dashboard} size="lg">
        Open the dashboard <Icon name="arrow-right" size={18} />
      </ButtonLink>
    )
  }
  if (user) return null
  return (
    <>
      <ButtonLink to={paths.signup} size="lg">
        Sign up <Icon name="arrow-right" size={18} />
      </ButtonLink>
      <ButtonLink to={paths.allCourses} variant="secondary" size="lg">
        Join a course
      </ButtonLink>
    </>
  )
}
