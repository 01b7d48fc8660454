/** A new lesson as the course form sends it. */
export const buildLessonInput = (changes: object = {}) => ({
  title: 'A lesson',
  subtitle: 'Shortly',
  url: 'https://media.example/x.webm',
  ...changes,
})

/** A valid course form without lessons. */
export const buildCourseInput = (changes: object = {}) => ({
  title: 'Lamps',
  description: 'About lamps.',
  price: 10,
  discount: 0,
  category: 'Cybersecurity Basics',
  tabs: 'a b',
  materials: [],
  ...changes,
})
