import type { CourseLevel } from '#contract/choices.ts'
import type { CallInput } from '#contract/contract.ts'
import type { PathForm } from '#contract/schemas/learning/paths.ts'
import { formatDollars } from '#web/features/courses/price.ts'
import { parseAmount } from '#web/features/panels/parse-amount.ts'
import type { SavedRecord } from '#web/features/versioned-form/use-form-baseline.ts'

export type PathCourse = PathForm['courses'][number]

export interface PathValues {
  title: string
  goal: string
  description: string
  level: '' | CourseLevel
  ordered: boolean
  /** As typed; empty where courses are bought one by one. */
  price: string
  courses: PathCourse[]
  public: boolean
}

export const NEW_PATH: PathValues = {
  title: '',
  goal: '',
  description: '',
  level: '',
  ordered: false,
  price: '',
  courses: [],
  public: false,
}

export function toPathRecord({ path, courses, version }: PathForm): SavedRecord<PathValues> {
  const { title, goal, description, level, ordered, public: isPublic } = path
  const price = path.price === null ? '' : formatDollars(path.price)
  return {
    id: path.path_id,
    version,
    values: { title, goal, description, level, ordered, price, courses, public: isPublic },
  }
}

export const toPathInput = ({ courses, price, ...values }: PathValues): CallInput<'addPath'> => ({
  ...values,
  price: price.trim() === '' ? null : parseAmount(price),
  course_ids: courses.map(({ course_id }) => course_id),
})
