import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const javaOneObjectAtATime: DemoCourse = {
  title: 'Java, one object at a time',
  category: 'Object-Oriented Programming with Java',
  tabs: ['java', 'objects', 'design'],
  price: 90,
  discount: 0,
  description: [
    'Classes, interfaces and records, learnt by running a small railway.',
    'You write a timetable for a railway with four stations. It begins with a single train that knows its own speed, and ends with a program of about six hundred lines that plans connections, reports delays and has tests. Each new part of the language appears when the railway needs it.',
    'The course is for people who know some programming and want to learn to arrange it: students in their first year, and developers coming from Python or JavaScript.',
    'You should know variables, loops and functions in any language. The code is written for Java 21, and the first lesson helps with setting it up.',
  ].join('\n\n'),
  ageDays: 184,
  lessons: [
    {
      clip: 'a-train-knows-its-speed',
      title: 'A train knows its speed',
      subtitle: 'Write a class with state and behaviour, and make two objects that do not share it.',
      points: [
        'A class is the plan, an object is the thing',
        'Each object has its own copy of the fields',
        'A static field belongs to the class itself',
      ],
      preview: true,
    },
    {
      clip: 'closed-doors-encapsulation',
      title: 'Closed doors: encapsulation',
      subtitle: 'Protect a rule inside a class so that no caller can break it.',
      points: [
        'Private fields let a class keep its promises',
        'Check arguments in the constructor, once',
        'A setter for every field protects nothing',
      ],
    },
    {
      clip: 'equal-or-the-same',
      title: 'Equal, or the same?',
      subtitle: 'Compare objects properly, and find the bug that hides in a HashSet.',
      points: [
        '== on objects asks: is it the same object?',
        'Equal objects must have equal hash codes',
        'Records write equals and hashCode for you',
      ],
    },
    {
      clip: 'what-it-can-do-interfaces',
      title: 'What it can do: interfaces',
      subtitle: 'Let freight and passenger trains share a timetable without sharing a parent.',
      points: [
        'An interface says what, not how',
        'A class may implement several interfaces',
        'Accept the interface, and tests become easy',
      ],
    },
    {
      clip: 'inheritance-with-care',
      title: 'Inheritance, with care',
      subtitle: 'Decide when to extend a class, and when to hold one instead.',
      points: [
        'A subclass must keep its parent’s promises',
        'The object’s own class picks the method',
        'A part you hold can be swapped at run time',
      ],
    },
    {
      clip: 'lists-maps-and-generics',
      title: 'Lists, maps and generics',
      subtitle: 'Choose the right collection for stations, connections and delays.',
      points: [
        'A List keeps order, a Set refuses doubles',
        'Generics move type errors to compile time',
        'List<Train> is not a kind of List<Vehicle>',
      ],
    },
    {
      clip: 'when-the-signal-fails',
      title: 'When the signal fails: exceptions',
      subtitle: 'Throw, catch and report errors so that the person on duty knows what to do.',
      points: [
        'Catch only where you can do something about it',
        'try-with-resources closes even after an error',
        'Keep the cause when you wrap an exception',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'The railway grows lesson by lesson and I never felt lost. By the end I had 600 lines that I could explain.',
    },
    { stars: 4, text: 'Good teaching. I wish there were something about streams, they are everywhere at work.' },
    { stars: 5, text: '“Equal, or the same?” explained a bug that I had lived with for months.' },
    { stars: 5, text: 'Coming from Python I found Java wordy. It still is, but I now know what the words are for.' },
    { stars: 4, text: 'The inheritance lesson is refreshingly sober.' },
    {
      stars: 2,
      text: 'Not for complete beginners, whatever my friend said. I gave up at generics and will come back after an easier course.',
    },
    {
      stars: 5,
      text: 'Passed my exam in object-oriented programming with it, and did not have to learn a single animal example.',
    },
    { stars: 5, text: 'Java 21 and not Java 8 for once.' },
    { stars: 4, text: 'Clear explanations; setting up on Windows took me longer than the lesson suggests.' },
  ],
}
