import type { DemoArticle, DemoQuiz } from '#server/demo/demo-academy.ts'
import { toCodeBlock } from './to-code-block.ts'

export const theFlowerShop: DemoArticle = {
  kind: 'article',
  title: 'The flower shop and its four tables',
  subtitle: 'Set up the data of this course in five minutes, and know what each table means.',
  preview: true,
  content: [
    '<p>All questions in this course are asked of one flower shop with two branches. It has four tables. Before you write a query, say for each table what <strong>one row</strong> of it stands for. Most wrong reports begin where nobody had said that.</p>',
    '<ul><li><code>customers</code>: one row for each person with a customer card.</li><li><code>products</code>: one row for each thing that is sold, with today’s price.</li><li><code>sales</code>: one row for each receipt. <code>customer_id</code> is empty when somebody paid without a card.</li><li><code>sale_items</code>: one row for each line of a receipt, with the price <em>at that time</em>.</li></ul>',
    '<h2>Set it up</h2>',
    '<p>Any PostgreSQL will do, also one of the free playgrounds on the web. Paste this:</p>',
    toCodeBlock(
      'sql',
      `CREATE TABLE customers (id int PRIMARY KEY, name text, city text);
CREATE TABLE products  (id int PRIMARY KEY, name text, price numeric(8,2));
CREATE TABLE sales     (id int PRIMARY KEY, branch text, sold_on date, customer_id int);
CREATE TABLE sale_items(sale_id int, product_id int, pieces int, price numeric(8,2));

INSERT INTO customers VALUES (1,'Ines','Porto'), (2,'Bo','Aarhus'), (3,'Kei',NULL);
INSERT INTO products  VALUES (1,'Tulip',1.20), (2,'Rose',2.50), (3,'Vase',14.00);
INSERT INTO sales     VALUES (1,'Harbour','2025-03-07',1), (2,'Harbour','2025-03-08',NULL),
                             (3,'Station','2025-03-08',2), (4,'Station','2025-04-02',1);
INSERT INTO sale_items VALUES (1,1,10,1.10), (1,3,1,14.00), (2,2,3,2.50),
                              (3,1,20,1.20), (4,2,5,2.50);`,
    ),
    '<h2>A first question</h2>',
    '<p>What did each branch take in March?</p>',
    toCodeBlock(
      'sql',
      `SELECT s.branch, sum(i.pieces * i.price) AS taken
FROM sales s
JOIN sale_items i ON i.sale_id = s.id
WHERE s.sold_on >= '2025-03-01' AND s.sold_on < '2025-04-01'
GROUP BY s.branch
ORDER BY taken DESC;`,
    ),
    "<p>You should see Harbour with 32.50 and Station with 24.00. Look at the two conditions on the date: “from the first of March, before the first of April” is right for every month and for times of day too. <code>BETWEEN … AND '2025-03-31'</code> is not.</p>",
    '<blockquote>We use the price of the receipt’s line, not that of <code>products</code>. If you joined the products instead, last year’s takings would change whenever somebody changes a price.</blockquote>',
  ].join(''),
}

const options = (...texts: string[]) => texts.map((text, index) => ({ id: `o${index + 1}`, text }))

export const whatComesBack: DemoQuiz = {
  kind: 'quiz',
  title: 'What comes back?',
  subtitle: 'Five questions about empty cells, groups and partners. Try it before you enroll.',
  preview: true,
  quiz: {
    pass_mark: 60,
    answers_shown: 'end',
    questions: [
      {
        id: 'null',
        kind: 'single',
        text: "Kei’s city is NULL. Which rows does WHERE city <> 'Porto' give of Ines (Porto), Bo (Aarhus) and Kei?",
        options: options('Bo and Kei', 'All three', 'Only Bo', 'None'),
        correct: 'o3',
        points: 1,
        explanation:
          "NULL means unknown. Whether an unknown city differs from Porto is unknown too, and WHERE keeps only what is true. Write `city IS DISTINCT FROM 'Porto'` if you want Kei as well.",
      },
      {
        id: 'order',
        kind: 'ordering',
        text: 'In which order does the database go through a query?',
        options: options('FROM and JOIN', 'WHERE', 'GROUP BY', 'HAVING', 'SELECT', 'ORDER BY'),
        points: 2,
        explanation: 'That is why WHERE cannot use a name that SELECT gives, and ORDER BY can.',
      },
      {
        id: 'count',
        kind: 'number',
        text: 'Four sales, one of them without a customer. What is count(customer_id)?',
        correct: 3,
        tolerance: 0,
        points: 1,
        explanation: 'count(column) leaves out NULLs, count(*) counts rows.',
      },
      {
        id: 'not-in',
        kind: 'true_false',
        text: 'WHERE id NOT IN (SELECT customer_id FROM sales) finds the customers who never bought, also when a sale has no customer.',
        correct: false,
        points: 1,
        explanation: 'With one NULL in the list, NOT IN is never true and the result is empty. Use NOT EXISTS.',
      },
      {
        id: 'having',
        kind: 'short_text',
        text: 'Which keyword filters groups, as WHERE filters rows?',
        accepted: ['having'],
        points: 1,
        explanation: 'HAVING comes after GROUP BY and may use sums and counts.',
      },
    ],
  },
  difficulty: {
    null: { known: 47 },
    order: { known: 41 },
    count: { known: 74, mistakes: ['4', '4', '1'] },
    'not-in': { known: 58 },
    having: { known: 83, mistakes: ['filter', 'where', 'group by'] },
  },
}

export const finalQuiz: DemoQuiz = {
  kind: 'quiz',
  title: 'Eight questions, five of them yours',
  subtitle: 'Each attempt draws five questions from a pool. You have ten minutes.',
  quiz: {
    pass_mark: 60,
    max_attempts: 5,
    time_limit_s: 600,
    answers_shown: 'end',
    shuffle: true,
    pools: [{ name: 'Flower shop', draw: 5 }],
    questions: [
      ...(
        [
          [
            'join-double',
            'A sale has two lines. You join sales to sale_items and sum a column of sales. What happens?',
            'The value counts twice',
            ['The value counts once', 'The query fails', 'The second line is left out'],
            'Every row of sales appears once for each of its lines. Sum before you join, or sum a column of the lines.',
          ],
          [
            'left-join',
            'You want all customers, also those who never bought. Which join?',
            'LEFT JOIN from customers to sales',
            ['JOIN', 'CROSS JOIN', 'LEFT JOIN from sales to customers'],
            'A left join keeps every row of the left table and fills the rest with NULL.',
          ],
          [
            'left-where',
            "After that left join you write WHERE sales.branch = 'Harbour'. What happens to customers who never bought?",
            'They disappear',
            ['They stay, with NULL', 'They appear twice', 'The query fails'],
            "For them branch is NULL, and NULL = 'Harbour' is not true. Put the condition into ON.",
          ],
          [
            'limit',
            'What does LIMIT 10 without ORDER BY give?',
            'Any ten rows',
            ['The ten oldest rows', 'The ten newest rows', 'The ten smallest ids'],
            'Without ORDER BY there is no order, whatever it looked like yesterday.',
          ],
          [
            'lag',
            'Which function looks at the row before this one?',
            'lag()',
            ['lead()', 'first_value()', 'rank()'],
            'lag looks back, lead looks ahead. Both need an ORDER BY inside OVER.',
          ],
          [
            'window',
            'How many rows does a query with sum(x) OVER (PARTITION BY branch) return?',
            'As many as without it',
            ['One for each branch', 'One', 'Twice as many'],
            'A window function adds a column and keeps every row. GROUP BY makes one row of a group.',
          ],
          [
            'distinct',
            'What does count(DISTINCT customer_id) count?',
            'Different customers, without NULL',
            ['All rows', 'Different customers and NULL', 'Rows without a customer'],
            'As every count of a column it leaves out NULLs, and each value counts once.',
          ],
          [
            'avg',
            'Three values: 10, 20 and NULL. What is avg()?',
            '15',
            ['10', 'NULL', '30'],
            'avg leaves out NULLs: 30 divided by 2.',
          ],
        ] as const
      ).map(([id, text, right, wrong, explanation]) => ({
        ...{ id, text, explanation, kind: 'single' as const, points: 1, pool: 'Flower shop' },
        ...{ options: options(right, ...wrong), correct: 'o1' },
      })),
    ],
  },
  difficulty: {
    'join-double': { known: 52 },
    'left-join': { known: 77 },
    'left-where': { known: 44 },
    limit: { known: 71 },
    lag: { known: 80 },
    window: { known: 57 },
    distinct: { known: 63 },
    avg: { known: 68 },
  },
}
