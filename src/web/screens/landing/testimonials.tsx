import { TESTIMONIALS } from './landing-content.ts'

const STARS = [1, 2, 3, 4, 5]
  .map((n) => `M${n * 20 - 10} 1.6l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z`)
  .join('')

export function Testimonials() {
  return (
    <section aria-labelledby="testimonials-title" className="container-site py-16 md:py-24">
      <h2 id="testimonials-title" className="text-3xl md:text-4xl">
        What students say
      </h2>
      <ul className="mt-10 grid gap-4 md:grid-cols-3">
        {TESTIMONIALS.map(({ name, title, review }) => (
          <li key={name}>
            <figure className="card flex h-full flex-col p-6">
              <svg role="img" aria-label="5 of 5 stars" viewBox="0 0 100 20" className="h-4.5 w-22.5 fill-accent-text">
                <path d={STARS} />
              </svg>
              <blockquote className="mt-4 flex-1 font-display text-lg leading-7">{review}</blockquote>
              <figcaption className="mt-6 border-t border-border pt-4 text-sm">
                <span className="block font-semibold">{name}</span>
                <span className="text-muted">{title}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
