import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const theWebBuiltByHand: DemoCourse = {
  title: 'The Web, built by hand',
  category: 'Web Development with HTML, CSS, and JavaScript',
  tabs: ['html', 'css', 'javascript'],
  price: 0,
  discount: 0,
  description: [
    'HTML, CSS and JavaScript until nothing is magic.',
    'In twelve lessons you build the website of a small bakery: an opening page, a menu that can be filtered, an order form, and a page that says politely when something has gone wrong. There is no framework and no build step. Each file is one you wrote, and you can say what every line in it does.',
    'It is for beginners who want to start properly, and for people who came in through a framework and would like to know what lies under it.',
    'You need a text editor, a browser and some patience. If you have never written a line of code, allow two evenings a week; if you have, one will do.',
  ].join('\n\n'),
  ageDays: 47,
  finishers: 6,
  firstStudent: { enrolledDaysAgo: 14, completed: 12 },
  details: {
    pitch: 'Build a bakery’s web site with nothing but a text editor, and understand every line of it.',
    outcomes: [
      'Write HTML that says what things mean',
      'Predict what CSS does before you reload',
      'Answer clicks and forms with small JavaScript functions',
      'Load data, and say something useful when it fails',
    ],
    requirements: ['A computer with a browser and any text editor', 'No previous knowledge'],
    level: 'Beginner',
    language: 'English',
    instructor_name: 'Nadia Ferhat',
    instructor_bio: 'Nadia built her first page in 1998 and has taught beginners at evening schools ever since.',
    faq: [
      {
        question: 'Do I need a framework?',
        answer: 'No. You will understand any framework better after this, and need one less often.',
      },
      { question: 'What does it cost?', answer: 'Nothing. The certificate is free as well.' },
    ],
  },
  lessons: [
    {
      clip: 'a-page-is-a-letter',
      title: 'A page is a letter',
      subtitle: 'Write a complete HTML page by hand and open it from your own disk.',
      points: [
        'The doctype keeps the browser out of quirks mode',
        'The head speaks to the browser, the body to people',
        'A lang attribute tells a screen reader how to speak',
      ],
      preview: true,
    },
    {
      clip: 'elements-with-a-meaning',
      title: 'Elements with a meaning',
      subtitle: 'Choose between section, article, nav and div by what they mean and not by how they look.',
      points: [
        'A heading is chosen by its level, not its size',
        'A link goes somewhere, a button does something',
        'A div means nothing, and sometimes that is right',
      ],
    },
    {
      clip: 'what-happens-after-enter',
      title: 'What happens after Enter',
      subtitle: 'Follow one request from the address bar to the server and back, and read it in the network tab.',
      points: [
        'DNS turns a name into an address',
        'A status of 404 is an answer, not a silence',
        'Each linked picture and script is its own request',
      ],
    },
    {
      clip: 'the-cascade-step-by-step',
      title: 'The cascade, step by step',
      subtitle: 'Work out which of two CSS rules wins without trying both.',
      points: [
        'Layers are compared before specificity',
        'One id outweighs any number of classes',
        'When all else is equal, the later rule wins',
      ],
    },
    {
      clip: 'boxes-and-the-space-between',
      title: 'Boxes, and the space between',
      subtitle: 'Predict the width of any box, and know why two margins became one.',
      points: [
        'With border-box, width includes the padding',
        'Vertical margins of neighbouring blocks collapse',
        'Padding is inside the border, margin outside',
      ],
    },
    {
      clip: 'flex-and-grid-side-by-side',
      title: 'Flex and grid, side by side',
      subtitle: 'Lay out a menu with grid and a toolbar with flex, and say why not the other way round.',
      points: [
        'Flexbox lays out along one axis, grid along two',
        'One fr is a share of the space left over',
        'The gap property spaces items without margins',
      ],
    },
    {
      clip: 'one-page-every-screen',
      title: 'One page, every screen',
      subtitle: 'Make the bakery readable from a small phone to a wide desk, with few media queries.',
      points: [
        'Without a viewport tag, phones pretend to be wide',
        'Start narrow, and add columns as room appears',
        'Text sized in rem follows the reader’s settings',
      ],
    },
    {
      clip: 'values-names-and-functions',
      title: 'Values, names and functions',
      subtitle: 'Write small JavaScript functions and test them in the console before they touch the page.',
      points: [
        'const fixes the name, not what is inside',
        'A function without return gives back undefined',
        'Three equals signs compare without converting',
      ],
    },
    {
      clip: 'the-page-as-a-tree',
      title: 'The page as a tree',
      subtitle: 'Find, change and add elements from a script, and do it once the tree is there.',
      points: [
        'The DOM is a tree that scripts can change',
        'textContent never turns text into markup',
        'A deferred script runs once the page is parsed',
      ],
    },
    {
      clip: 'events-and-who-hears-them',
      title: 'Events, and who hears them',
      subtitle: 'Answer a click with one listener for a hundred buttons.',
      points: [
        'Most events bubble from the target upwards',
        'One listener on the list can serve all its items',
        'preventDefault stops the browser’s own action',
      ],
    },
    {
      clip: 'forms-that-forgive',
      title: 'Forms that forgive',
      subtitle: 'Build an order form that works by keyboard, explains its errors, and keeps what was typed.',
      points: [
        'A label makes its text part of the target',
        'The right input type brings the right keyboard',
        'The server must check again: anyone can send anything',
      ],
    },
    {
      clip: 'fetch-wait-and-recover',
      title: 'Fetch, wait and recover',
      subtitle: 'Load data with fetch, show that it is loading, and say something useful when it fails.',
      points: [
        'fetch rejects on network failure, not on a 404',
        'await pauses the function, not the whole page',
        'Plan three states: loading, loaded, failed',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'I am past fifty and built my first page on a Sunday morning. My daughter did not believe me until I showed her the file.',
    },
    { stars: 5, text: 'Three years of React, and I did not know why margins collapse. Now I do.' },
    { stars: 5, text: 'Free and better than the bootcamp I paid for.' },
    { stars: 5, text: 'The lesson on the cascade should be shown to everyone who has ever written !important.' },
    {
      stars: 5,
      text: 'The bakery example is charming, and by the end it is a real site. I put mine online for a friend who bakes.',
    },
    {
      stars: 4,
      text: 'Excellent until JavaScript, where I had to slow down a lot. Lesson nine took me a week. Still, I finished.',
    },
    {
      stars: 5,
      text: 'I teach at a secondary school and use lessons 1 to 7 with my class. They ask good questions afterwards.',
    },
    {
      stars: 5,
      text: 'Accessibility is not a chapter at the end here, it is simply how things are done from the first page. That is rare.',
    },
    { stars: 5, text: 'Clear and kind.' },
    {
      stars: 5,
      text: 'I did not know that fetch does not fail on a 404. I wonder how many bugs of mine that explains.',
    },
    { stars: 5, text: 'No build step! Just a file and a browser. I had forgotten how pleasant that is.' },
    { stars: 4, text: 'Very good, but a dark picture of the network tab was hard to read on my old laptop.' },
    { stars: 5, text: 'I like that the teacher says when a thing is a convention and when it is a rule.' },
    { stars: 5, text: 'Flex and grid next to each other on the same menu: now I finally see the difference.' },
    { stars: 5, text: 'Perfect pace for ten minutes at lunch.' },
    { stars: 5, text: 'Twelve lessons, and in none of them was I told to copy something I did not understand.' },
  ],
}
