import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const sqlForPeopleWithQuestions: DemoCourse = {
  title: 'SQL for people with questions',
  category: 'Database Management Systems',
  tabs: ['sql', 'analysis'],
  price: 29,
  discount: 0,
  description: [
    'Ask your company’s data yourself, in four lessons.',
    'You answer twelve questions that real managers ask: which customers came back, what sold better than last March, who has never bought anything. The data is that of a flower shop with two branches, and every answer fits on one screen.',
    'It is for people in sales, support, research or management who now wait two days for an export.',
    'You should have used a spreadsheet. If you would like to know how the database does it inside, take “Database Management from first principles” afterwards.',
  ].join('\n\n'),
  ageDays: 74,
  lessons: [
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
  ],
  reviews: [
    { stars: 5, text: 'I run support for a small firm. I no longer send tickets to get a number.' },
    { stars: 5, text: 'Money counted twice by a join: we had that in a board report. I nearly fell off my chair.' },
    { stars: 4, text: 'Four lessons is short, but what is there is very well chosen.' },
    { stars: 5, text: 'The flower shop data is fun to ask.' },
    { stars: 4, text: 'Window functions came fast. I watched that lesson three times and then it was fine.' },
    { stars: 5, text: 'Good value.' },
    { stars: 4, text: 'I would have liked a page that lists the twelve questions with their answers to print.' },
  ],
}
