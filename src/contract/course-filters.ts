/** What the select of All courses offers; the empty one is shown as "Select Value". */
export const COURSE_FILTERS = ['', 'Free', 'Paid', 'Discount', 'Top Rated'] as const
export type CourseFilter = (typeof COURSE_FILTERS)[number]

/** What the select of My Courses offers. */
export const MY_COURSE_FILTERS = ['', 'Completed', 'Top Rated'] as const
export type MyCourseFilter = (typeof MY_COURSE_FILTERS)[number]
