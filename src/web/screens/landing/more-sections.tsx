import { StructuredData } from '#web/ui/structured-data.tsx'
import { Features } from './features.tsx'
import { Goals } from './goals.tsx'
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

/** The sections below the hero, in the order of spec.md. */
export function MoreSections() {
  return (
    <>
      <StructuredData data={FAQ} />
      <Features />
      <Goals />
      <Testimonials />
      <SampleCourses />
      <Questions />
      <OurPlatform />
    </>
  )
}
