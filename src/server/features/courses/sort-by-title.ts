const collator = new Intl.Collator('en')

/** As a reader expects, whatever the database's locale is: the embedded one has that of bytes. */
export const sortByTitle = <Course extends { course_id: number; title: string }>(
  courses: readonly Course[],
): Course[] => courses.toSorted((a, b) => collator.compare(a.title, b.title) || a.course_id - b.course_id)
