import { SampleLink } from './sample-link.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { QUESTIONS } from './landing-content.ts'

export function Questions() {
  return (
    <section aria-labelledby="questions-title" className="border-t border-border bg-surface">
      <div className="container-site grid gap-8 py-16 md:py-24 lg:grid-cols-[1fr_1.8fr] lg:gap-20">
        <div>
          <h2 id="questions-title" className="text-3xl md:text-4xl">
            Frequently asked questions
          </h2>
          <p className="mt-4 max-w-[40ch] text-muted">Have another question? Sign up and ask in Chat.</p>
        </div>
        <div className="divide-y divide-border border-y border-border">
          {QUESTIONS.map(({ question, answer, link }) => (
            <details key={question} className="group">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-control py-3 font-semibold transition duration-150 hover:text-accent-text [&::-webkit-details-marker]:hidden">
                {question}
                <Icon
                  name="chevron-down"
                  className="text-muted transition-transform duration-240 ease-out group-open:rotate-180"
                />
              </summary>
              <p className="max-w-[65ch] pb-5 text-muted">
                {answer} {link && <SampleLink {...link} />}
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
