import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const cloudWithoutTheFog: DemoCourse = {
  title: 'Cloud, without the fog',
  category: 'Cloud Computing Fundamentals',
  tabs: ['compute', 'storage'],
  price: 75,
  discount: 0,
  description: [
    'What runs where, what it costs, what fails.',
    'You take a photo-sharing site for a walking club from one rented machine to something that survives the loss of a data centre. At each step you draw what runs where, write down what it will cost per month, and then switch a part of it off to see what happens.',
    'It is for developers who can deploy but do not know what they deploy to, and for people who have to read the bill. The drawings are kept free of any one provider’s names; a table gives the names at the three large ones.',
    'You should have run a program on a server once, and know what an address and a port are. No account with a provider is needed to follow along.',
  ].join('\n\n'),
  ageDays: 69,
  lessons: [
    {
      clip: 'somebody-elses-computer',
      title: 'Somebody else’s computer, exactly',
      subtitle: 'Draw what lies between your program and the metal, and say who looks after which layer.',
      points: [
        'A virtual machine brings its own kernel',
        'Containers share the kernel of their host',
        'The fewer layers you run, the fewer you can tune',
      ],
      preview: true,
    },
    {
      clip: 'regions-zones-and-distance',
      title: 'Regions, zones and distance',
      subtitle: 'Place a service so that it is near its users and not all under one roof.',
      points: [
        'A zone fails on its own; a region holds several',
        'Light in fibre needs about 5 µs per kilometre',
        'Traffic between zones is often billed',
      ],
    },
    {
      clip: 'three-kinds-of-storage',
      title: 'Three kinds of storage',
      subtitle: 'Decide for each kind of file whether it belongs on a block device, a file share or in a bucket.',
      points: [
        'A block device usually belongs to one machine',
        'Objects are replaced whole, not edited in place',
        'Durable does not mean backed up',
      ],
    },
    {
      clip: 'who-may-do-what',
      title: 'Who may do what',
      subtitle: 'Give a program its own identity with just the rights it needs, and no password in a file.',
      points: [
        'Give a program a role, not a person’s password',
        'Temporary credentials expire before they leak far',
        'An explicit deny outweighs any allow',
      ],
    },
    {
      clip: 'scaling-and-what-does-not',
      title: 'Scaling, and what does not',
      subtitle: 'Find the part of a system that more machines will not help.',
      points: [
        'Stateless copies are easy to add and to remove',
        'The database is usually the first to queue',
        'A queue evens out peaks at the price of delay',
      ],
    },
    {
      clip: 'reading-the-bill',
      title: 'Reading the bill',
      subtitle: 'Go through a real invoice and find the three lines that matter.',
      points: [
        'An idle machine costs as much as a busy one',
        'Data going out is dearer than data coming in',
        'Tag everything, or no one will know whose it is',
      ],
    },
    {
      clip: 'what-fails-and-then',
      title: 'What fails, and then',
      subtitle: 'Switch off one part at a time and write down what the visitor sees.',
      points: [
        'Two parts in a row: multiply their availability',
        '99.9% allows about 43 minutes down a month',
        'Retry with growing pauses and a little chance',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'I am the one who pays the bill. After “Reading the bill” we switched off four machines that nobody could name.',
    },
    { stars: 5, text: 'Not a tour of one provider’s product page. That alone makes it special.' },
    { stars: 4, text: 'Good overview with nice drawings. More hands-on work would have made it a five.' },
    { stars: 5, text: 'Turning things off in the last lesson was great fun. Our team now does it every quarter.' },
    { stars: 4, text: 'Clear. I knew about half of it, the half on storage and on roles was new and well explained.' },
    { stars: 5, text: 'Distance drawn as a number of milliseconds. Simple and it stays.' },
    {
      stars: 3,
      text: 'Fine for starting out, but networks (subnets, routing) are hardly touched, and that is where I was stuck.',
    },
    { stars: 5, text: 'I passed a certificate last year by learning names. Here I learnt what they mean.' },
    { stars: 5, text: 'Exactly the right length.' },
    {
      stars: 4,
      text: 'The table with the names at the three providers could be a bit more complete. Otherwise very useful.',
    },
  ],
}
