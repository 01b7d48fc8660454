import type { DemoPost } from './demo-academy.ts'

export const demoPosts: readonly DemoPost[] = [
  { title: 'Keep the lamp lit', subtitle: 'Going on with a self-paced course', content: '<p>Ten minutes a day.</p>', ageDays: 3 },
]
