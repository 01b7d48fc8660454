import { Head, StructuredData } from '#web/head.tsx'
import { useUser } from '#web/session.ts'
import { Features } from './features.tsx'
import { Goals } from './goals.tsx'
import { Hero } from './hero.tsx'
import { QUESTIONS } from './landing-content.ts'
import { OurPlatform } from './our-platform.tsx'
import { Questions } from './questions.tsx'
import { SampleCourses } from './sample-courses.tsx'
import { Testimonials } from './testimonials.tsx'

const FAQ = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

/** The sections stand in the spec's order; the footer with its logo is the site's own. */
export function Component() {
  const user = useUser()
  return (
    <>
      <Head
        title="Learning made easy"
        description="Self-paced courses in computer science: short lessons, clear pictures, an answer when you are stuck. Lifetime access, a certificate, and 30 days to get your money back."
      />
      <StructuredData data={FAQ} />
      <Hero user={user} />
      <Features />
      <Goals />
      <Testimonials />
      <SampleCourses />
      <Questions />
      <OurPlatform signedIn={user !== null} />
    </>
  )
}
