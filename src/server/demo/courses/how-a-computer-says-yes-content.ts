import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const howAComputerSaysYes: DemoCourse = {
  title: 'How a computer says yes',
  category: 'Introduction to Computer Science',
  tabs: ['bits', 'logic', 'beginners'],
  price: 0,
  discount: 0,
  description: [
    'From a single switch to a running program, in five steps.',
    'You start with one lamp and one switch, and end with a paper machine that adds, compares and decides. Along the way you count in twos, build an adder from three kinds of gate, and execute a program of nine instructions by moving a counter across a table.',
    'It is for the curious of any age who use computers all day and wonder what happens inside. It makes a good first course before any other one here.',
    'Nothing is required except paper, a pencil and about two hours.',
  ].join('\n\n'),
  ageDays: 305,
  firstStudent: { enrolledDaysAgo: 120, completed: 5 },
  lessons: [
    {
      clip: 'one-lamp-two-answers',
      title: 'One lamp, two answers',
      subtitle: 'Count to thirty-one on one hand, and write your age in twos.',
      points: [
        'A bit is one answer: yes or no',
        'Each further bit doubles what you can tell apart',
        'Each place is worth twice the one to its right',
      ],
    },
    {
      clip: 'letters-are-agreements',
      title: 'Letters are agreements',
      subtitle: 'Spell a word in numbers, and explain why an accent sometimes turns into two strange signs.',
      points: [
        'Bytes mean nothing until we agree on a code',
        'Unicode numbers characters; UTF-8 stores them',
        'In UTF-8, “A” takes one byte and “é” takes two',
      ],
    },
    {
      clip: 'and-or-not',
      title: 'And, or, not',
      subtitle: 'Build a machine that adds two digits from three kinds of gate.',
      points: [
        'AND is on only if both inputs are on',
        'XOR gives the sum, AND gives the carry',
        'NAND gates alone can build all the others',
      ],
    },
    {
      clip: 'a-drawer-with-an-address',
      title: 'A drawer with an address',
      subtitle: 'Store a number, fetch it back, and let one drawer point to another.',
      points: [
        'Memory is a row of numbered drawers',
        'A pointer is a drawer that holds an address',
        'Programs and data lie in the same memory',
      ],
    },
    {
      clip: 'fetch-decode-execute',
      title: 'Fetch, decode, execute',
      subtitle: 'Be the processor for nine instructions, and find the one that makes a loop.',
      points: [
        'The program counter holds the next address',
        'A jump only changes that counter',
        'A loop is a jump back with a condition',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'I am a nurse, I have never programmed, and I understood all of it. I still count in binary on my fingers at the bus stop.',
    },
    {
      stars: 5,
      text: 'The paper machine in lesson five is wonderful. We played it with four people at the kitchen table.',
    },
    { stars: 5, text: 'Why did nobody show me this at school?' },
    {
      stars: 4,
      text: 'Lovely course. Lesson three jumps a bit from gates to the adder, I had to stop it several times.',
    },
    { stars: 5, text: 'At last I know why my surname is always broken on parcels.' },
    { stars: 5, text: 'Short, free, and it makes you feel clever in an honest way.' },
    { stars: 4, text: 'I knew most of it already, but sent it to my parents and they liked it.' },
    { stars: 5, text: 'A very good start before the data structures course.' },
    { stars: 5, text: 'No jargon that was not explained first. Thank you for that.' },
    { stars: 4, text: 'Could go on for five more lessons as far as I am concerned.' },
  ],
}
