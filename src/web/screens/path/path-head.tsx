import { use } from 'react'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { uploadPath } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import type { PathPage } from '#contract/schemas/learning/paths.ts'
import { Head, SiteUrlContext } from '#web/ui/head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'

/** Metadata for search engines and link previews. */
export function PathHead({ page, currency }: { page: PathPage; currency: string }) {
  const site = use(SiteUrlContext)
  const { path } = page
  const image = path.image_url ? uploadPath(path.image_url) : '/og.png'
  const address = learningPathPath(path)
  return (
    <>
      <Head title={path.title} description={path.goal} canonical={address} image={image} />
      <meta name="twitter:image" content={site + image} />
      <StructuredData data={toStructuredData(page, { site, url: site + address, image: site + image, currency })} />
    </>
  )
}

interface StructuredDataContext {
  site: string
  url: string
  image: string
  currency: string
}

/** As https://schema.org/EducationalOccupationalProgram describes a set of courses. */
function toStructuredData({ path, courses }: PathPage, { site, url, image, currency }: StructuredDataContext): object {
  const provider = { '@type': 'Organization', name: 'Learn Lantern', sameAs: site }
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationalOccupationalProgram',
    '@id': url,
    url,
    name: path.title,
    description: path.description.trim() || path.goal,
    image,
    provider,
    ...(path.price !== null && {
      offers: {
        '@type': 'Offer',
        category: path.price === 0 ? 'Free' : 'Paid',
        price: path.price.toFixed(2),
        priceCurrency: currency,
        availability: 'https://schema.org/InStock',
        url,
      },
    }),
    hasCourse: courses.map((course) => ({
      '@type': 'Course',
      name: course.title,
      description: course.description.split('\n', 1)[0],
      url: site + publicCoursePath(course),
      provider,
    })),
  }
}
