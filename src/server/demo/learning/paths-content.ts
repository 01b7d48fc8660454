import type { DemoPath } from '#server/demo/demo-academy.ts'

export const demoPaths: readonly DemoPath[] = [
  {
    title: 'Web developer, from the ground up',
    goal: 'Build web sites and small apps that you understand line by line.',
    description:
      'Three courses in their order: first the page itself, then what happens in time, and at last the same skills on a phone. After each you have something to show: a bakery’s site, a search box that never lies, and an app in your pocket.',
    level: 'Beginner',
    isOrdered: true,
    price: null,
    courses: ['The Web, built by hand', 'JavaScript, event by event', 'React Native, in your pocket by Friday'],
    students: 7,
  },
  {
    title: 'Answers from data',
    goal: 'Ask data a question, get a number, and be able to defend it.',
    description:
      'You begin with questions that managers ask of a flower shop, look inside the database that answers them, and end with predictions that you can check by hand. Take the courses in any order; this one is the gentlest.',
    level: 'Intermediate',
    isOrdered: false,
    price: 169,
    courses: [
      'SQL for people with questions',
      'Database Management from first principles',
      'Machine learning you can check',
    ],
    students: 11,
  },
  {
    title: 'Ship software calmly',
    goal: 'Bring changes to users every week without holding your breath.',
    description:
      'Version control that you understand, a pipeline that tells you the bad news first, and a cloud whose bill you can read. For developers whose releases still happen late on Friday evenings.',
    level: 'Beginner',
    isOrdered: false,
    price: 119,
    courses: ['Git, understood once', 'Shipping on a Tuesday', 'Cloud, without the fog'],
    students: 9,
  },
  {
    title: 'Machine learning by hand',
    goal: 'Explain how a neural network works, because you have built one.',
    description:
      'You begin with models that fit on paper, and learn to check what they claim. Then you write one neuron, a layer of them and attention, in a small library that is yours.',
    level: 'Advanced',
    isOrdered: true,
    price: null,
    courses: ['Machine learning you can check', 'Neural networks from one neuron'],
    students: 5,
  },
]
