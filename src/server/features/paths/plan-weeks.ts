/** Ten years: an impossible plan must stay a short answer. */
const MAX_WEEKS = 520

interface PlannedCourse {
  courseId: number
  title: string
  seconds: number
}

interface PlannedWeek {
  week: number
  courses: { course_id: number; title: string; minutes: number }[]
}

/** Spreads the courses' known minutes over weeks, in order. A course without any is listed with 0. */
export function planWeeks(courses: readonly PlannedCourse[], hoursPerWeek: number): PlannedWeek[] {
  const capacity = hoursPerWeek * 60
  const weeks: PlannedWeek[] = []
  let free = 0
  for (const { courseId, title, seconds } of courses) {
    let left = Math.ceil(seconds / 60)
    do {
      if (free === 0) {
        if (weeks.length === MAX_WEEKS) return weeks
        weeks.push({ week: weeks.length + 1, courses: [] })
        free = capacity
      }
      const minutes = Math.min(left, free)
      weeks.at(-1)?.courses.push({ course_id: courseId, title, minutes })
      left -= minutes
      free -= minutes
    } while (left > 0)
  }
  return weeks
}
