import { use } from 'react'
import { uploadPath } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import type { PublicCourse, PublicCoursePage } from '#contract/schemas/public-course.ts'
import { getDiscountedPrice } from '#web/features/courses/price.ts'
import { Head, SiteUrlContext } from '#web/ui/head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'
import { toLanguageCode } from './to-language-code.ts'

interface PublicCourseHeadProps {
  page: PublicCoursePage
  currency: string
}

/** Metadata for search engines and link previews. */
export function PublicCourseHead({ page, currency }: PublicCourseHeadProps) {
  const site = use(SiteUrlContext)
  const { course, details } = page
  const image = course.image_url ? uploadPath(course.image_url) : '/og.png'
  return (
    <>
      <Head
        title={course.title}
        description={getSummary(course, details.pitch)}
        canonical={publicCoursePath(course)}
        image={image}
      />
      <meta name="twitter:image" content={site + image} />
      <StructuredData data={toStructuredData(page, { site, image: site + image, currency })} />
    </>
  )
}

/** What search engines and link previews show of a description. */
const MAX_SUMMARY = 160

function getSummary(course: PublicCourse, pitch: string): string {
  const text = pitch || (course.description.trim().split('\n', 1)[0] ?? '')
  if (text === '') return `A self-paced course in ${course.category}.`
  if (text.length <= MAX_SUMMARY) return text
  const cut = text.slice(0, MAX_SUMMARY)
  return `${cut.replace(/\s+\S*$/, '').replace(/[\ud800-\udbff]$/, '')}…`
}

interface StructuredDataContext {
  site: string
  image: string
  currency: string
}

/** As https://developers.google.com/search/docs/appearance/structured-data/course-info asks. */
function toStructuredData(
  { course, details, requires, duration, updated_date }: PublicCoursePage,
  { site, image, currency }: StructuredDataContext,
): object {
  const url = site + publicCoursePath(course)
  const price = getDiscountedPrice(course)
  const language = toLanguageCode(details.language)
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    '@id': url,
    url,
    name: course.title,
    description: course.description.trim() || getSummary(course, details.pitch),
    image,
    datePublished: course.created_date,
    dateModified: updated_date,
    about: course.category,
    ...(duration > 0 && { timeRequired: toIsoDuration(duration) }),
    ...(details.level && { educationalLevel: details.level }),
    ...(language !== undefined && { inLanguage: language }),
    ...(details.outcomes.length > 0 && { teaches: details.outcomes }),
    ...((requires.length > 0 || details.requirements.length > 0) && {
      coursePrerequisites: [
        ...details.requirements,
        ...requires.map((required) => ({
          '@type': 'Course',
          name: required.title,
          url: site + publicCoursePath(required),
        })),
      ],
    }),
    provider: { '@type': 'Organization', name: 'Learn Lantern', sameAs: site },
    offers: {
      '@type': 'Offer',
      category: price === 0 ? 'Free' : 'Paid',
      price: price.toFixed(2),
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
      url,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      // Only known durations count, and a workload of nothing would be wrong.
      ...(duration > 0 && { courseWorkload: toIsoDuration(duration) }),
      ...(details.instructor_name && { instructor: { '@type': 'Person', name: details.instructor_name } }),
    },
    ...(course.reviews > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: course.stars,
        reviewCount: course.reviews,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  }
}

/** ISO 8601 in whole minutes, such as `PT1H34M`. */
function toIsoDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}
