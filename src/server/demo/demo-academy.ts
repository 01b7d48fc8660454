import type { Category } from '#contract/categories.ts'

/** The video is `assets/demo/{clip}.webm`, created by `tools/demo-media`. */
export interface DemoLesson {
  /** The video's file name in kebab-case, unique across all lessons. */
  clip: string
  title: string
  subtitle: string
  /** The statements the video shows in this order, at most 60 characters each. */
  points: readonly [string, string, string]
  /** True when the lesson is visible without enrollment. */
  preview?: true
}

export interface DemoReview {
  stars: 1 | 2 | 3 | 4 | 5
  text: string
}

export interface DemoCourse {
  title: string
  category: Category
  /** Lower-case words. */
  tabs: readonly string[]
  /** Dollars, at most two decimals; 0 is free. */
  price: number
  /** Percent, 0 to 100. */
  discount: number
  /** Two to four paragraphs, separated by an empty line. The card shows the first line. */
  description: string
  /** Days between publication and the first start. */
  ageDays: number
  lessons: readonly DemoLesson[]
  reviews: readonly DemoReview[]
}

export interface DemoStudent {
  firstName: string
  lastName: string
  email: string
  gender: 'Male' | 'Female'
  /** YYYY-MM-DD */
  birthdate: string
  joinedDaysAgo: number
}

export interface DemoPost {
  title: string
  subtitle: string
  /** HTML as the editor writes it: h2, h3, p, ul, ol, li, blockquote, pre, code, strong, em, a. */
  content: string
  ageDays: number
}
