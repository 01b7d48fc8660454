import type { Category } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'

export interface Goal {
  title: string
  text: string
  category: Category
}

export const GOALS: readonly Goal[] = [
  {
    title: 'Publish your own website',
    text: 'Write it, style it, and put it online without a template.',
    category: 'Web Development with HTML, CSS, and JavaScript',
  },
  {
    title: 'Find out why a query is slow',
    text: 'Read a query plan and fix the step that takes the time.',
    category: 'Database Management Systems',
  },
  {
    title: 'Explain how a neural network works',
    text: 'Build one small enough to calculate by hand.',
    category: 'Machine Learning and Artificial Intelligence',
  },
  {
    title: 'Deploy with confidence',
    text: 'Automate your tests, and set up a rollback that works.',
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
      'I learned SQL in the hospital cafeteria, twelve minutes at a time. Each lesson resumed right where I had stopped. Five months later I had a new job.',
  },
  {
    name: 'Tom Okafor',
    title: 'Front-end developer',
    review:
      "I asked why my layout broke on a phone. The next morning I had an answer with a drawing. I haven't had to guess at flexbox since.",
  },
  {
    name: 'Hanna Lindqvist',
    title: 'Runs a bakery with a web shop',
    review:
      'I only wanted to change our opening hours without calling anyone. Then I saw that I was at 80% and finished the course. I built our order form too.',
  },
]

export interface SampleCourse {
  title: string
  description: string
  categories: readonly string[]
  cover: { id: number; category: Category }
}

export const SAMPLE_COURSES: readonly SampleCourse[] = [
  {
    title: 'Web development for beginners',
    description: 'Go from an empty folder to your own site that works well on any phone.',
    categories: ['HTML', 'CSS', 'JavaScript'],
    cover: { id: 4, category: 'Web Development with HTML, CSS, and JavaScript' },
  },
  {
    title: 'UI/UX design essentials',
    description: 'Research, sketch, and test screens that need no explanation.',
    categories: ['Research', 'Wireframes', 'Prototypes'],
    cover: { id: 19, category: 'Mobile App Development with React Native' },
  },
  {
    title: 'Cybersecurity fundamentals',
    description: 'See your systems the way an attacker does, then close the gaps.',
    categories: ['Threats', 'Passwords', 'Networks'],
    cover: { id: 9, category: 'Cybersecurity Basics' },
  },
]

interface Question {
  question: string
  answer: string
  link?: { to: string; text: string }
}

export const QUESTIONS: readonly Question[] = [
  {
    question: 'Are the courses self-paced?',
    answer: 'Yes. There are no start dates and no deadlines. Lessons resume where you left off, today or in a year.',
  },
  {
    question: 'How long do I have access to the materials?',
    answer:
      'You have lifetime access to every course you join, including lessons added later. Find your courses in My Courses.',
  },
  {
    question: "What if a course isn't right for me?",
    answer:
      'Every course has a 30-day money-back guarantee. Within 30 days of payment, choose Refund in My purchases for a full refund, no questions asked.',
  },
  {
    question: 'Do I get a certificate?',
    answer:
      'Yes. When you complete the last lesson, the course is marked Completed and you earn a completion certificate.',
    link: { to: paths.sampleCertificate, text: 'See a sample' },
  },
  {
    question: "Where do I get help when I'm stuck?",
    answer: 'Each course has a discussion forum, and with instructor messaging you can ask the instructor directly.',
  },
  {
    question: 'What do I need to know before I start?',
    answer: 'Prerequisites are listed on each course. If none are listed, you can start without prior knowledge.',
  },
  {
    question: 'Can I learn on my phone?',
    answer:
      'Yes. The whole site is mobile-friendly: lessons, progress, and chat work on a small screen, and you can continue on your computer where you left off.',
  },
  {
    question: 'What does it cost?',
    answer:
      'Each course has one price, shown before you join, and several are free. You pay once. There is no subscription.',
  },
]
