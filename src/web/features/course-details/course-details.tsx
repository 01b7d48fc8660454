import type { CourseDetails as Details } from '#contract/schemas/learning/course-details.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

/** What students will learn and what they need to know first. Nothing where the course does not say. */
export function OutcomesAndRequirements({ details: { outcomes, requirements } }: { details: Details }) {
  return (
    <>
      {outcomes.length > 0 && (
        <section aria-labelledby="outcomes" className="card mt-8 rounded-panel p-5 sm:p-7">
          <h2 id="outcomes" className="text-xl">
            What you will learn
          </h2>
          <ul className="mt-4 grid gap-x-8 gap-y-2.5 sm:grid-cols-2">
            {outcomes.map((outcome) => (
              <li key={outcome} dir="auto" className="flex gap-2.5 wrap-anywhere">
                <Icon name="check" size={18} className="mt-1 text-success" />
                <span className="min-w-0">{outcome}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {requirements.length > 0 && (
        <section aria-labelledby="requirements" className="mt-8">
          <h2 id="requirements" className="text-xl">
            Requirements
          </h2>
          <ul className="mt-3 list-disc space-y-1.5 ps-5 marker:text-accent-text">
            {requirements.map((requirement) => (
              <li key={requirement} dir="auto" className="wrap-anywhere">
                {requirement}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export function Faq({ details: { faq } }: { details: Details }) {
  if (faq.length === 0) return null
  return (
    <section aria-labelledby="faq" className="mt-12">
      <h2 id="faq" className="text-2xl">
        Questions and answers
      </h2>
      <div className="card mt-5 divide-y divide-border overflow-hidden rounded-panel">
        {faq.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 px-5 py-3 font-medium hover:bg-raised [&::-webkit-details-marker]:hidden">
              <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                {question}
              </span>
              <Icon name="chevron-down" size={18} className="transition duration-200 group-open:rotate-180" />
            </summary>
            <p dir="auto" className="max-w-[68ch] px-5 pb-5 wrap-anywhere whitespace-pre-line text-muted">
              {answer}
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}

export function Instructor({ details, className = 'mt-5' }: { details: Details; className?: string }) {
  const { instructor_name, instructor_bio } = details
  if (instructor_name === '' && instructor_bio === '') return null
  return (
    <section aria-labelledby="instructor" className={`card rounded-panel p-5 sm:p-7 ${className}`}>
      <p className="text-sm text-muted">Instructor</p>
      <h2 id="instructor" dir="auto" className="mt-1 text-xl wrap-anywhere">
        {instructor_name || 'About the instructor'}
      </h2>
      {instructor_bio && (
        <p dir="auto" className="mt-3 max-w-[68ch] wrap-anywhere whitespace-pre-line text-muted">
          {instructor_bio}
        </p>
      )}
    </section>
  )
}
