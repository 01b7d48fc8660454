import type { DemoCourse } from '#server/demo/demo-academy.ts'
import { finalQuiz, theFlowerShop, whatComesBack } from '#server/demo/lessons/sql-content.ts'

export const sqlForPeopleWithQuestions: DemoCourse = {
  title: 'SQL for people with questions',
  category: 'Database Management Systems',
  tabs: ['sql', 'analysis'],
  price: 29,
  discount: 0,
  description: [
    'Ask your company’s data yourself.',
    'You answer twelve questions that real managers ask: which customers came back, what sold better than last March, who has never bought anything. The data is that of a flower shop with two branches, and every answer fits on one screen.',
    'It is for people in sales, support, research or management who now wait two days for an export.',
    'You should have used a spreadsheet. If you would like to know how the database does it inside, take “Database Management from first principles” afterwards.',
  ].join('\n\n'),
  ageDays: 92,
  lessons: [],
  otherStudents: 12,
  finishers: 3,
  firstStudent: { enrolledDaysAgo: 4, completed: 4 },
  details: {
    pitch: 'Stop waiting two days for an export. Ask the data yourself, and know that the number is right.',
    outcomes: [
      'Answer questions about customers and sales in one query',
      'Compare each month with the one before',
      'Notice when a join counts money twice',
      'Handle empty cells without wrong totals',
    ],
    requirements: ['You have used a spreadsheet', 'A PostgreSQL to type into; a free playground on the web is enough'],
    level: 'Beginner',
    language: 'English',
    instructor_name: 'Teodor Anghel',
    instructor_bio:
      'Teodor answered other people’s data questions for a retail chain until he decided to teach them to ask. He has trained over two hundred colleagues in sales and support.',
    faq: [
      {
        question: 'We use MySQL. Does it still help?',
        answer:
          'Yes. All queries of the first three lessons run there unchanged, and window functions do since MySQL 8.',
      },
      {
        question: 'Why does the last section open later?',
        answer:
          'A week with the first three lessons makes window functions easy. It opens by itself seven days after you enroll.',
      },
    ],
  },
  sections: [
    {
      title: 'One table at a time',
      lessons: [
        theFlowerShop,
        {
          clip: 'rows-you-want-columns-you-need',
          title: 'Rows you want, columns you need',
          subtitle: 'Pick the right rows with WHERE and handle the empty cells correctly.',
          points: [
            'WHERE picks rows, SELECT picks columns',
            'NULL means unknown, so = NULL is never true',
            'LIMIT without ORDER BY gives any rows it likes',
          ],
          preview: true,
        },
        {
          clip: 'counting-by-the-basket',
          title: 'Counting by the basket',
          subtitle: 'Group sales by month and branch, and filter the groups.',
          points: [
            'GROUP BY makes one row of each group',
            'WHERE filters rows, HAVING filters groups',
            'COUNT(column) leaves out the NULLs',
          ],
        },
      ],
    },
    {
      title: 'Tables that belong together',
      lessons: [
        {
          clip: 'who-never-bought-anything',
          title: 'Who never bought anything',
          subtitle: 'Combine two tables, and find the rows that have no partner.',
          points: [
            'NOT EXISTS finds rows without a partner',
            'NOT IN goes wrong when the list holds a NULL',
            'A join to many rows can count money twice',
          ],
        },
        whatComesBack,
      ],
    },
    {
      title: 'Week two: comparing',
      opensAfterDays: 7,
      lessons: [
        {
          clip: 'better-than-last-march',
          title: 'Better than last March',
          subtitle: 'Compare each month with the one before by means of window functions.',
          points: [
            'A window function keeps every row',
            'LAG looks at the row before this one',
            'SUM OVER with ORDER BY makes a running total',
          ],
        },
        {
          kind: 'embed',
          title: 'From a result to a picture',
          subtitle: 'Sort a bar chart three ways, and decide which order answers the question.',
          url: 'https://observablehq.com/@d3/sortable-bar-chart',
        },
        finalQuiz,
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'I run support for a small firm. I no longer send tickets to get a number.' },
    { stars: 5, text: 'Money counted twice by a join: we had that in a board report. I nearly fell off my chair.' },
    { stars: 4, text: 'It is short, but what is there is very well chosen.' },
    { stars: 5, text: 'The flower shop data is fun to ask.' },
    { stars: 4, text: 'Window functions came fast. I watched that lesson three times and then it was fine.' },
    { stars: 5, text: 'Good value.' },
    { stars: 4, text: 'I would have liked a page that lists the twelve questions with their answers to print.' },
  ],
}
