import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const sortingAndSearchingSlowly: DemoCourse = {
  title: 'Sorting and searching, slowly',
  category: 'Data Structures and Algorithms',
  tabs: ['sorting', 'searching', 'proofs'],
  price: 19,
  discount: 0,
  description: [
    'Four classic algorithms, watched at the speed of a hand.',
    'With a deck of cards you search, insert, merge and partition, and for each you find the sentence that stays true from the first card to the last. That sentence is the proof, and it is also what keeps you from the off-by-one error when you write it down.',
    'It is for first-year students, for teachers who want a calm way to show it, and for anyone who has written a binary search that did not end.',
    'You should be able to read a loop. A deck of cards is recommended.',
  ].join('\n\n'),
  ageDays: 110,
  isInOrder: true,
  firstStudent: { enrolledDaysAgo: 9, completed: 1 },
  details: {
    pitch: 'Four classic algorithms with a deck of cards, slow enough to see why they are right.',
    outcomes: [
      'Write a binary search that ends',
      'Name the sentence that stays true in each algorithm',
      'Say when insertion sort is the best choice',
      'Count steps, and see where n log n comes from',
    ],
    requirements: ['You can read a loop', 'A deck of cards is recommended'],
    level: 'Beginner',
    language: 'English',
    instructor_name: 'Ilse Aumann',
    instructor_bio: 'Ilse has taught first-year computer science for twenty years and owns fourteen decks of cards.',
    faq: [
      {
        question: 'Why do the lessons open one after the other?',
        answer:
          'Each lesson uses the sentence of the one before. A lesson counts as done when you have watched four fifths of it.',
      },
    ],
  },
  lessons: [
    {
      clip: 'halving-the-phone-book',
      watchPercent: 80,
      title: 'Halving the phone book',
      subtitle: 'Write a binary search that ends, and prove that it does.',
      points: [
        'Binary search needs sorted data',
        'If it is there at all, it lies between lo and hi',
        'A million entries take at most 20 looks',
      ],
    },
    {
      clip: 'cards-in-the-hand-insertion-sort',
      watchPercent: 80,
      title: 'Cards in the hand: insertion sort',
      subtitle: 'Sort as card players do, and say when nothing is faster.',
      points: [
        'The left part is sorted after every round',
        'On nearly sorted data it is almost linear',
        'Stable: equal cards keep their order',
      ],
    },
    {
      clip: 'two-piles-make-one-merge-sort',
      watchPercent: 80,
      title: 'Two piles make one: merge sort',
      subtitle: 'Merge sorted piles and count the layers to see where n log n comes from.',
      points: [
        'Merging two sorted piles takes one pass',
        'There are about log n layers of n steps each',
        'Merging arrays needs room for a second copy',
      ],
    },
    {
      clip: 'around-the-pivot-quicksort',
      watchPercent: 80,
      title: 'Around the pivot: quicksort',
      subtitle: 'Partition in place, and keep the bad case rare.',
      points: [
        'After one pass, no card left of the pivot is larger',
        'A bad pivot every time costs some n² steps',
        'A random pivot makes the bad case unlikely',
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'I teach this and have stolen the deck of cards. My students say thank you.' },
    { stars: 4, text: 'Nice and slow, as promised. Heapsort would have been a good fifth.' },
    { stars: 5, text: 'The one sentence that stays true. I think of it every time I write a loop now.' },
    { stars: 5, text: 'Cheap and very well made.' },
    { stars: 3, text: 'A little too slow for me, I watched lesson two at double speed.' },
    { stars: 4, text: 'Proofs without fear. I could have done with more exercises.' },
  ],
}
