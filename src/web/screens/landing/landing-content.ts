import type { Category } from '#contract/choices.ts'

// The landing page's words.

export interface Goal {
  title: string
  text: string
  category: Category
}

export const GOALS: readonly Goal[] = [
  {
    title: 'Put a site of your own online',
    text: 'Write it, style it, give it an address. No kit, no template.',
    category: 'Web Development with HTML, CSS, and JavaScript',
  },
  {
    title: 'Know why the slow query is slow',
    text: 'Read a query plan the way you read a map, and change one line.',
    category: 'Database Management Systems',
  },
  {
    title: 'Explain a neural network over dinner',
    text: 'Build one small enough to follow with a pencil first.',
    category: 'Machine Learning and Artificial Intelligence',
  },
  {
    title: 'Ship on a Friday and sleep',
    text: 'Tests that run by themselves, and a way back that works.',
    category: 'DevOps and Continuous Integration/Delivery',
  },
]

export interface Testimonial {
  name: string
  title: string
  review: string
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Ines Carvalho',
    title: 'Nurse, now a data analyst',
    review:
      'I learned SQL in the hospital canteen, twelve minutes at a time. Each lesson opened at the second where I had stopped. Five months later I changed desks.',
  },
  {
    name: 'Tom Okafor',
    title: 'Front-end developer',
    review:
      'I asked why my layout broke on a phone. The next morning there was an answer with a drawing in it. I have not guessed at a flexbox since.',
  },
  {
    name: 'Hanna Lindqvist',
    title: 'Runs a bakery with a web shop',
    review:
      'I only wanted to change our opening hours without calling somebody. Then I saw the bar at 80 % and finished the course. The order form is mine too.',
  },
]

export interface SampleCourse {
  title: string
  description: string
  categories: readonly string[]
  /** What its cover is drawn from. */
  cover: { id: number; category: Category }
}

export const SAMPLE_COURSES: readonly SampleCourse[] = [
  {
    title: 'Web development for beginners',
    description: 'From an empty folder to a site of your own that reads well on any phone.',
    categories: ['HTML', 'CSS', 'JavaScript'],
    cover: { id: 4, category: 'Web Development with HTML, CSS, and JavaScript' },
  },
  {
    title: 'UI/UX design essentials',
    description: 'Watch, ask, sketch, test: how to make a screen that needs no explaining.',
    categories: ['Research', 'Wireframes', 'Prototypes'],
    cover: { id: 19, category: 'Mobile App Development with React Native' },
  },
  {
    title: 'Cybersecurity fundamentals',
    description: 'See your systems as an attacker does, then close what stands open.',
    categories: ['Threats', 'Passwords', 'Networks'],
    cover: { id: 9, category: 'Cybersecurity Basics' },
  },
]

export const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'Are the courses self-paced?',
    answer:
      'Yes. There are no start dates and no deadlines. A lesson opens at the second where you stopped, today or in a year.',
  },
  {
    question: 'How long can I use the materials?',
    answer:
      'For good. You have lifetime access to every course you join: it stays in My Courses, with whatever is added to it later.',
  },
  {
    question: 'What if a course turns out not to be for me?',
    answer:
      'Then you get your money back. Write to us within 30 days of joining, and the 30-day money-back guarantee covers the full price. You need not say why.',
  },
  {
    question: 'Do I get a certificate?',
    answer:
      'Yes. When the last lesson is ticked, the course is marked Completed and you have earned its completion certificate.',
  },
  {
    question: 'Whom do I ask when I am stuck?',
    answer:
      'The others and us. Each course has a discussion forum, and with instructor messaging you can write to the person who made the lesson.',
  },
  {
    question: 'What do I need to know before I begin?',
    answer:
      'Prerequisites are listed on each course. Where none are listed, none are needed: you begin at the beginning.',
  },
  {
    question: 'Can I learn on my phone?',
    answer:
      'Yes. The whole site is mobile-friendly: lessons, ticks and chat work on a small screen, and you go on at your desk where you stopped on the train.',
  },
  {
    question: 'What does it cost?',
    answer:
      'Each course has one price, shown before you join, and several are free. You pay once. There is no subscription to forget about.',
  },
]
