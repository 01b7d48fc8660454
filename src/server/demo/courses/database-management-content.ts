import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const databaseManagement: DemoCourse = {
  title: 'Database Management from first principles',
  category: 'Database Management Systems',
  tabs: ['sql', 'joins', 'indexes'],
  price: 80,
  discount: 25,
  description: [
    'Tables, joins and indexes, understood by drawing them.',
    'You will draw joins by the second lesson, read a query plan by the fourth, and know by the end why the slow one was slow. The running example is the database of a small lending library: books, members, loans and fines. It starts with three tables and a few rows you can hold in your head, and grows to a million loans so that good and bad decisions can be measured.',
    'The course is for people who use a database at work and would like to stop guessing: web developers, analysts, testers, and anyone who has inherited a schema. The examples run on PostgreSQL, and where another system behaves differently the lesson says so.',
    'Before you start you should be able to install a program, type into a terminal and write a SELECT with a join. “SQL for people with questions” teaches that. No programming language is needed.',
  ].join('\n\n'),
  ageDays: 43,
  requires: [{ title: 'SQL for people with questions', isBlocking: false }],
  details: {
    pitch: 'Know what the database does with your query, and make the slow one fast.',
    outcomes: [
      'Read a query plan',
      'Choose indexes and their order',
      'Explain a deadlock and avoid it',
      'Restore a backup without fear',
    ],
    requirements: ['You can write a SELECT with a join'],
    level: 'Intermediate',
    language: 'English',
    instructor_name: 'Teodor Anghel',
    instructor_bio:
      'Teodor answered other people’s data questions for a retail chain until he decided to teach them to ask. He has trained over two hundred colleagues in sales and support.',
    faq: [],
  },
  lessons: [
    {
      clip: 'what-a-query-really-asks',
      title: 'What a query really asks',
      subtitle: 'Read a SELECT in the order in which it is evaluated, and predict its result before you run it.',
      points: [
        'SQL describes the result, not the steps',
        'FROM and WHERE come before SELECT, logically',
        'Without ORDER BY, no order is promised',
      ],
      preview: true,
    },
    {
      clip: 'joins-drawn',
      title: 'Joins, drawn',
      subtitle: 'Draw any join as lines between two lists, and say which rows will vanish and which will double.',
      points: [
        'A join pairs rows for which a condition is true',
        'A left join keeps rows that found no partner',
        'Two matches for one row make two rows',
      ],
      preview: true,
    },
    {
      clip: 'indexes-lantern-in-the-dark',
      title: 'Indexes: the lantern in the dark',
      subtitle: 'Decide which column deserves an index, and in which order to put two of them.',
      points: [
        'A B-tree finds one row in a million in a few steps',
        'An index on (a, b) helps a search on a alone',
        'Every index makes writing a little slower',
      ],
    },
    {
      clip: 'reading-a-query-plan',
      title: 'Reading a query plan',
      subtitle: 'Run EXPLAIN ANALYZE and find the one line that costs the most time.',
      points: [
        'A plan is a tree; rows flow from the leaves up',
        'Compare the estimated rows with the actual rows',
        'Time per loop must be multiplied by the loops',
      ],
    },
    {
      clip: 'transactions-and-regret',
      title: 'Transactions and regret',
      subtitle: 'Group changes so that either all of them happen or none, and undo them while you still can.',
      points: [
        'COMMIT keeps all of the changes, or none',
        'ROLLBACK works only until the commit',
        'Committed data must survive a power cut',
      ],
    },
    {
      clip: 'normal-forms-by-example',
      title: 'Normal forms by example',
      subtitle: 'Take a messy spreadsheet apart into tables that cannot contradict themselves.',
      points: [
        'Say each fact once, and it cannot disagree',
        'In third normal form, facts depend on the key only',
        'Foreign keys keep the pieces together',
      ],
    },
    {
      clip: 'when-to-break-the-rules',
      title: 'When to break the rules',
      subtitle: 'Store a fact twice on purpose, and name who keeps the two copies equal.',
      points: [
        'Measure first; the join may not be the problem',
        'A stored total needs someone who keeps it true',
        'A materialized view is as old as its last refresh',
      ],
    },
    {
      clip: 'locks-and-who-waits',
      title: 'Locks, and who waits for whom',
      subtitle: 'Explain a deadlock with two coloured pencils, and avoid the next one.',
      points: [
        'A deadlock is a circle of waiting transactions',
        'Lock rows in the same order everywhere',
        'Short transactions keep others from waiting',
      ],
    },
    {
      clip: 'backups-you-have-restored',
      title: 'Backups you have restored',
      subtitle: 'Make a backup, throw the database away, and be back to work the same afternoon.',
      points: [
        'A backup never restored is only a hope',
        'Replication copies your mistakes as well',
        'Archived logs let you restore a chosen moment',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'I have used SQL for six years and had never drawn a join. The second lesson alone repaid the price.',
    },
    {
      stars: 5,
      text: 'The query plan lesson is the clearest I have seen anywhere. I found a missing index at work the same week.',
    },
    {
      stars: 4,
      text: 'Very good on reading and indexes. I would have liked one more lesson on isolation levels, which are only touched on.',
    },
    { stars: 5, text: 'Calm, precise, no filler.' },
    {
      stars: 5,
      text: 'Finally someone who says that the order of columns in an index matters, and then shows why on paper.',
    },
    {
      stars: 5,
      text: 'I work in accounting and came without any programming. It was a stretch in lesson four, but I watched it twice and now I read plans for my colleagues.',
    },
    {
      stars: 4,
      text: 'Good course. It is PostgreSQL throughout, so on MySQL I had to look up some of the commands myself.',
    },
    { stars: 5, text: '“Transactions and regret” made me laugh, then made me check three of our scripts.' },
    {
      stars: 5,
      text: 'The lending library stays the same from the first lesson to the last. You get to know its data, and that helps a lot more than a new example each time.',
    },
    { stars: 5, text: 'Short lessons, which I watched on the train. The drawings work on a phone too.' },
    {
      stars: 5,
      text: 'I restored my first backup because of lesson nine. It did not work. I am glad to know that now.',
    },
    {
      stars: 4,
      text: 'Would have given five, but normal forms went a little fast for me. The exercise after it helped.',
    },
    { stars: 5, text: 'Recommended to two colleagues already.' },
    { stars: 5, text: 'What I liked most: each rule comes with the case in which it does not hold.' },
    { stars: 5, text: 'Took it before an interview, was asked about deadlocks, drew the circle. Thank you!' },
    { stars: 5, text: 'Worth it for the lesson on indexes.' },
  ],
}
