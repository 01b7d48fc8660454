import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { SampleLink } from './sample-link.tsx'
import { ExpertAnswer, LearningPath, LessonChecklist, StudyWeek } from './feature-fragments.tsx'

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className="container-site -scroll-mt-8 py-16 md:py-24">
      <h2 id="features-title" className="text-3xl md:text-4xl">
        Built for the way you learn
      </h2>
      <p className="mt-3 text-lg text-muted">Four features that help you start, keep going, and finish.</p>
      <div className="mt-10 grid gap-4 md:grid-cols-2 lg:grid-cols-12">
        <Feature
          className="lg:col-span-7"
          title="Expert-led courses"
          text="Learn from instructors who work in the field and answer your questions."
        >
          <ExpertAnswer />
        </Feature>
        <Feature
          className="lg:col-span-5"
          title="Personalized learning paths"
          text="Start at your level. Each course lists what it builds on, so you always know what to take next."
        >
          <LearningPath />
        </Feature>
        <Feature
          className="lg:col-span-5"
          title="Flexible schedules"
          text="Learn for ten minutes at lunch or all Sunday. Lessons resume where you left off."
        >
          <StudyWeek />
        </Feature>
        <Feature
          className="lg:col-span-7"
          title="Interactive content"
          text="Watch, practice, and check off each lesson. Try it: this checklist works like the one in your courses."
          link={<SampleLink to={paths.sampleQuiz} text="Try a quiz" />}
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
  link,
  children,
}: {
  title: string
  text: string
  className: string
  link?: ReactNode
  children: ReactNode
}) {
  return (
    <article className={`card row-span-2 grid grid-rows-subgrid gap-y-0 p-3 ${className}`}>
      <div className="grid items-center rounded-control bg-bg p-4 sm:min-h-60 sm:p-6">{children}</div>
      <div className="px-3 pt-5 pb-3">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1 max-w-[60ch] text-sm text-muted">
          {text} {link}
        </p>
      </div>
    </article>
  )
}
