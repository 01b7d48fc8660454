import type { Category } from '#contract/choices.ts'

/** One lesson of the demo academy. Its clip is `clips/{clip}.webm`, drawn by scripts/draw-clips.mjs. */
export interface DemoLesson {
  /** Unique over all lessons, kebab-case: the clip's file name. */
  clip: string
  title: string
  subtitle: string
  /** What the clip shows, one after the other: short statements, at most 60 characters each. */
  points: readonly [string, string, string]
  /** True when a visitor without enrolment may watch it. */
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
  /** Per cent, 0 to 100. */
  discount: number
  /** Two to four paragraphs, separated by an empty line. The first line is what the card shows. */
  description: string
  /** How many days before the first start the course was published. */
  ageDays: number
  lessons: readonly DemoLesson[]
  /** Given to students in an order of the seed's choosing. */
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
