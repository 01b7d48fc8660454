import type { ReactNode } from 'react'
import { ExpertAnswer, LearningPath, LessonChecklist, StudyWeek } from './feature-fragments.tsx'

/** The four features; what they look like in the product is shown above each. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="container-site -scroll-mt-8 py-16 md:py-24">
      <h2 id="features-title" className="text-3xl md:text-4xl">
        Made for how people really learn
      </h2>
      <p className="mt-3 text-lg text-muted">
        Four things we would not do without, because you should not have to either.
      </p>
      <div className="mt-10 grid gap-4 md:grid-cols-2 lg:grid-cols-12">
        <Feature
          className="lg:col-span-7"
          title="Expert-led courses"
          text="The people who teach it do it for a living, and they answer when you write to them."
        >
          <ExpertAnswer />
        </Feature>
        <Feature
          className="lg:col-span-5"
          title="Personalized learning paths"
          text="Start from where you stand. Each course says what it builds on, so you always know the next one."
        >
          <LearningPath />
        </Feature>
        <Feature
          className="lg:col-span-5"
          title="Flexible schedules"
          text="Ten minutes at lunch or a long Sunday. The lesson waits at the second where you left it."
        >
          <StudyWeek />
        </Feature>
        <Feature
          className="lg:col-span-7"
          title="Interactive content"
          text="Watch it, try it, tick it off. Go on, tick one: this is the very list you will have."
        >
          <LessonChecklist />
        </Feature>
      </div>
    </section>
  )
}

function Feature({
  title,
  text,
  className,
  children,
}: {
  title: string
  text: string
  className: string
  children: ReactNode
}) {
  return (
    <article className={`card row-span-2 grid grid-rows-subgrid gap-y-0 p-3 ${className}`}>
      <div className="grid items-center rounded-control bg-bg p-4 sm:min-h-60 sm:p-6">{children}</div>
      <div className="px-3 pt-5 pb-3">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1 max-w-[60ch] text-sm text-muted">{text}</p>
      </div>
    </article>
  )
}
