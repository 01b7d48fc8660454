import type * as z from 'zod/mini'
import type { Category } from '#contract/categories.ts'
import type { SUBMISSION_FORMS } from '#contract/choices.ts'
import type { courseDetails } from '#contract/schemas/learning/course-details.ts'
import type { quizInput } from '#contract/schemas/learning/quiz-input.ts'

interface DemoLessonBase {
  title: string
  subtitle: string
  /** True when the lesson is visible without enrollment. */
  preview?: true
}

/** The video is `assets/demo/{clip}.webm`, created by `tools/demo-media`. */
export interface DemoVideo extends DemoLessonBase {
  kind?: undefined
  /** The video's file name in kebab-case, unique across all lessons. */
  clip: string
  /** The statements the video shows in this order, at most 60 characters each. */
  points: readonly [string, string, string]
  /** Completed by watching this share instead of a tick. */
  watchPercent?: number
}

export interface DemoArticle extends DemoLessonBase {
  kind: 'article'
  /** HTML as the editor writes it. */
  content: string
}

export interface DemoFile extends DemoLessonBase {
  kind: 'file'
  /** A file of `assets/demo`, downloaded under the same name. */
  file: string
}

export interface DemoEmbed extends DemoLessonBase {
  kind: 'embed'
  url: string
}

export interface DemoQuiz extends DemoLessonBase {
  kind: 'quiz'
  quiz: z.input<typeof quizInput>
  /** By question id: how many of 100 beginners know it, and what the others write where they have no options. */
  difficulty: Readonly<Record<string, { known: number; mistakes?: readonly string[] }>>
}

export interface DemoAssignment extends DemoLessonBase {
  kind: 'assignment'
  content: string
  form: (typeof SUBMISSION_FORMS)[number]
  /** What students hand in, in turn, with the feedback if it is accepted. */
  works: readonly { text: string; feedback: string }[]
  /** Of those who have not completed it: without feedback it waits. */
  openWorks: readonly { text: string; feedback?: string }[]
}

export type DemoLesson = DemoVideo | DemoArticle | DemoFile | DemoEmbed | DemoQuiz | DemoAssignment

export interface DemoSection {
  title: string
  /** Opens this many days after the enrollment. */
  opensAfterDays?: number
  lessons: readonly DemoLesson[]
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
  /** Without a section: before all sections. */
  lessons: readonly DemoLesson[]
  sections?: readonly DemoSection[]
  details?: z.input<typeof courseDetails>
  isInOrder?: true
  /** Titles of courses to finish first. */
  requires?: readonly { title: string; isBlocking: boolean }[]
  /** How many students have it besides its reviewers; a few without it. */
  otherStudents?: number
  /** At least so many of its reviewers have finished it. */
  finishers?: number
  /** The first student's part in it; the others' is random. */
  firstStudent?: { enrolledDaysAgo: number; completed: number }
  reviews: readonly DemoReview[]
}

export interface DemoPath {
  title: string
  goal: string
  description: string
  level: 'Beginner' | 'Intermediate' | 'Advanced'
  isOrdered: boolean
  /** Dollars for all courses together; null when they are bought one by one. */
  price: number | null
  /** Titles, in order. */
  courses: readonly string[]
  /** How many students have joined it; the first student is one of them where she has a part in a course of it. */
  students: number
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
