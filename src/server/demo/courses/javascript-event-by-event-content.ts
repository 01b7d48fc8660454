import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const javascriptEventByEvent: DemoCourse = {
  title: 'JavaScript, event by event',
  category: 'Web Development with HTML, CSS, and JavaScript',
  tabs: ['javascript', 'async', 'promises'],
  price: 60,
  discount: 30,
  description: [
    'What runs now, what runs later, and why.',
    'You build a kitchen timer, a search box that does not flicker and a download that can be canceled. All three look easy and all three go wrong at first. To mend them you learn to draw what the engine does: the stack, the queue of tasks, and the microtasks in between.',
    'The course is for developers who use async and await every day and still add a timeout now and then because it helps.',
    'You should write JavaScript with some confidence: functions, objects, arrays. “The Web, built by hand” is enough preparation.',
  ].join('\n\n'),
  ageDays: 64,
  requires: [{ title: 'The Web, built by hand', isBlocking: false }],
  firstStudent: { enrolledDaysAgo: 6, completed: 2 },
  details: {
    pitch: 'Know what runs now, what runs later and why, and remove the timeouts that “just help”.',
    outcomes: [
      'Predict the order in which a script prints',
      'Chain promises without losing an error',
      'Cancel what is no longer wanted',
      'Find the listener that keeps memory alive',
    ],
    requirements: [
      'You write JavaScript with some confidence: functions, objects, arrays',
      'A browser with developer tools',
    ],
    level: 'Intermediate',
    language: 'English',
    instructor_name: 'Oskar Lindqvist',
    instructor_bio: 'Oskar worked on a browser’s event loop for six years. He still draws it before he debugs.',
    faq: [
      {
        question: 'Is it about Node or about the browser?',
        answer: 'Both. The examples run in a browser, and each lesson says where Node differs.',
      },
    ],
  },
  lessons: [
    {
      clip: 'one-cook-many-orders',
      title: 'One cook, many orders: the event loop',
      subtitle: 'Draw the stack and the queue for a script, and predict what is printed in which order.',
      points: [
        'One thread runs one task to its end',
        'A long task keeps clicks and painting waiting',
        'A timeout of 0 means later, not now',
      ],
      preview: true,
    },
    {
      clip: 'a-promise-is-a-receipt',
      title: 'A promise is a receipt',
      subtitle: 'Chain promises without nesting, and let no error go unnoticed.',
      points: [
        'A promise settles once and never changes again',
        'then always gives back a new promise',
        'Microtasks run before the next task',
      ],
    },
    {
      clip: 'await-and-what-it-hides',
      title: 'Await, and what it hides',
      subtitle: 'Turn slow steps in a row into steps side by side where the order does not matter.',
      points: [
        'await in a loop does one thing at a time',
        'Promise.all fails as soon as one part fails',
        'Promise.allSettled waits for every part',
      ],
    },
    {
      clip: 'the-answer-that-came-late',
      title: 'The answer that came late',
      subtitle: 'Build a search box that never shows an old result over a new one.',
      points: [
        'Answers need not arrive in the order asked',
        'An AbortController cancels a fetch',
        'Debounce waits until the typing pauses',
      ],
    },
    {
      clip: 'closures-and-the-loop-that-lied',
      title: 'Closures, and the loop that lied',
      subtitle: 'Explain why three timers all printed the same number, and make them stop.',
      points: [
        'A closure holds the variable, not its value',
        'let in a for loop is new for each round',
        'A forgotten listener keeps its closure alive',
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'I could finally remove a setTimeout that had been in our code since 2019.' },
    { stars: 5, text: 'One cook, many orders. I now explain it to juniors in the same words.' },
    { stars: 4, text: 'Very good. A lesson about streams or workers would round it off.' },
    { stars: 5, text: 'The late answer in the search box: I had that bug in production on the day I watched it.' },
    { stars: 5, text: 'Precise about microtasks, which most courses wave away.' },
    { stars: 4, text: 'I liked the exercises. Some predictions are quite hard, bring paper.' },
    { stars: 5, text: 'Five lessons, all needed, none too long.' },
    { stars: 4, text: 'Good, even though I would have preferred TypeScript.' },
  ],
}
