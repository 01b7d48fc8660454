// Apart from choices.ts because every page's first load reads the course lists' addresses, and no other choice.

/** The filters of All courses. The empty one is shown as "Select Value". */
export const COURSE_FILTERS = ['', 'Free', 'Paid', 'Discount', 'Top Rated'] as const
export type CourseFilter = (typeof COURSE_FILTERS)[number]

/** The filters of My Courses. */
export const MY_COURSE_FILTERS = ['', 'Completed', 'Top Rated'] as const
export type MyCourseFilter = (typeof MY_COURSE_FILTERS)[number]
