import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const dataStructuresAtPlay: DemoCourse = {
  title: 'Data structures at play',
  category: 'Data Structures and Algorithms',
  tabs: ['trees', 'graphs'],
  price: 0,
  discount: 0,
  description: [
    'Trees, heaps and graphs as games.',
    'Every structure comes as a game played with cards, pegs or string before it comes as code. You shuffle a hash table until it collides, play king of the hill with a heap, and find the way out of a maze in two fashions. Only then do you write it, in about thirty lines, and count the steps.',
    'For students who meet the subject for the first time, and for working programmers who once passed the exam and have forgotten everything but the names.',
    'You should be able to write a loop and a function in some language. The code is shown in Python, and is plain enough to be carried over to another.',
  ].join('\n\n'),
  ageDays: 77,
  lessons: [
    {
      clip: 'counting-steps-not-seconds',
      title: 'Counting steps, not seconds',
      subtitle: 'Say how the work grows when the input doubles, without a stopwatch.',
      points: [
        'Big O tells how work grows, not how long it takes',
        'Halving each time gives a logarithm',
        'For small inputs the simple way often wins',
      ],
    },
    {
      clip: 'shelves-and-chains',
      title: 'Shelves and chains',
      subtitle: 'Choose between an array and a linked list by what you do most often.',
      points: [
        'An array finds its i-th item in one step',
        'A list inserts in one step, once you are there',
        'Caches like arrays, because neighbours come along',
      ],
    },
    {
      clip: 'plates-and-queues',
      title: 'Plates and queues',
      subtitle: 'Check brackets with a stack and serve a bakery with a queue.',
      points: [
        'A stack gives back the newest first',
        'A queue gives back the oldest first',
        'Each function call is a frame on a stack',
      ],
    },
    {
      clip: 'the-cloakroom-hash-table',
      title: 'The cloakroom: hash tables',
      subtitle: 'Run a cloakroom with ten hooks, and deal with two coats for one hook.',
      points: [
        'The hash of a key picks the bucket',
        'Different keys may share a bucket: a collision',
        'Lookups take constant time on average only',
      ],
    },
    {
      clip: 'twenty-questions-search-trees',
      title: 'Twenty questions: search trees',
      subtitle: 'Grow a binary search tree from a shuffled deck, and see it go wrong with a sorted one.',
      points: [
        'Smaller keys go left, larger ones right',
        'An in-order walk visits the keys sorted',
        'Sorted input turns a plain tree into a chain',
      ],
    },
    {
      clip: 'keeping-the-balance',
      title: 'Keeping the balance',
      subtitle: 'Rotate a lopsided tree with two hands, without losing the order.',
      points: [
        'A rotation changes the height, not the order',
        'Balance keeps the height in proportion to log n',
        'Databases prefer wide, shallow trees',
      ],
    },
    {
      clip: 'king-of-the-hill-heaps',
      title: 'King of the hill: heaps',
      subtitle: 'Keep the most urgent task on top, with no more than an array.',
      points: [
        'In a max-heap no child beats its parent',
        'The children of i sit at 2i + 1 and 2i + 2',
        'Push and pop take O(log n) steps',
      ],
    },
    {
      clip: 'maps-made-of-string',
      title: 'Maps made of string: graphs',
      subtitle: 'Write a town down as a list of neighbours and as a table, and say when each is better.',
      points: [
        'A graph is nodes and the edges between them',
        'An adjacency list suits sparse graphs',
        'An adjacency matrix answers “linked?” in one step',
      ],
    },
    {
      clip: 'two-ways-through-a-maze',
      title: 'Two ways through a maze',
      subtitle: 'Walk a maze depth first and breadth first, and know which finds the shortest way.',
      points: [
        'Breadth first uses a queue, depth first a stack',
        'Breadth first finds the way with fewest edges',
        'Mark what you have seen, or walk in circles',
      ],
    },
    {
      clip: 'the-cheapest-way-home',
      title: 'The cheapest way home',
      subtitle: 'Run Dijkstra’s algorithm on a bus map with coloured counters.',
      points: [
        'Always settle the nearest open node',
        'A heap finds that node quickly',
        'Negative costs break Dijkstra’s promise',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'I failed this subject twice at university. With playing cards I understood balanced trees in one evening.',
    },
    { stars: 5, text: 'My son (14) and I do a lesson every Saturday. The cloakroom is his favourite.' },
    { stars: 5, text: 'Thirty lines each, and they are good lines.' },
    { stars: 4, text: 'Fun and correct. The rotation lesson is short, and I needed a second source for deletion.' },
    { stars: 5, text: 'That databases prefer wide trees was an aside, and it connected two subjects for me.' },
    {
      stars: 5,
      text: 'Used it to prepare for interviews. I did not learn answers by heart, I could simply draw them.',
    },
    { stars: 5, text: 'Free! I would have paid.' },
    { stars: 5, text: 'The maze, first with a queue and then with a stack, everything else unchanged. Beautiful.' },
    { stars: 4, text: 'I would like the code in Java as well, but translating it was a good exercise, I admit.' },
    { stars: 5, text: 'Good humour, and still precise about “on average only”.' },
    { stars: 5, text: 'Watch lesson two if you think linked lists are always faster to insert into.' },
    { stars: 5, text: 'Best use of bus maps since buses.' },
    { stars: 4, text: 'Very good. Dijkstra came a little suddenly at the end, a lesson in between would have helped.' },
  ],
}
