/** The ten course categories (spec.md, section 5), in the order of the course form. */
export const CATEGORIES = [
  'Introduction to Computer Science',
  'Web Development with HTML, CSS, and JavaScript',
  'Data Structures and Algorithms',
  'Database Management Systems',
  'Object-Oriented Programming with Java',
  'Cloud Computing Fundamentals',
  'Cybersecurity Basics',
  'Mobile App Development with React Native',
  'Machine Learning and Artificial Intelligence',
  'DevOps and Continuous Integration/Delivery',
] as const
export type Category = (typeof CATEGORIES)[number]
