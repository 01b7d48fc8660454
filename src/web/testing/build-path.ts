import type { Path, PathPage } from '#contract/schemas/learning/paths.ts'
import { buildCourse } from './factories.ts'

// Answers of the server with default values, for tests.

export const buildPath = (values: Partial<Path> = {}): Path => ({
  path_id: 71,
  title: 'Web developer',
  goal: 'Build and publish websites',
  description: 'From the first page to your own site.',
  image_url: '',
  level: 'Beginner',
  ordered: false,
  price: null,
  courses_price: 120,
  courses: 2,
  duration: 7_200,
  ...values,
})

type PathCourse = PathPage['courses'][number]

export const buildPathCourse = (values: Partial<PathCourse> = {}): PathCourse => ({
  ...buildCourse({ title: 'HTML', duration: 3_600 }),
  locked: false,
  opens_after: null,
  finished: false,
  ...values,
})

export const buildPathPage = (values: Partial<PathPage> = {}): PathPage => ({
  path: buildPath(),
  courses: [buildPathCourse(), buildPathCourse({ course_id: 42, title: 'CSS' })],
  progress: 0,
  joined: false,
  can_finish: false,
  public: true,
  certificate_id: null,
  ...values,
})
