export interface DemoMessage {
  from: 'student' | 'admin'
  minutesAgo: number
  text: string
}

/** By the student's email, oldest first. */
export const demoConversations: Record<string, readonly DemoMessage[]> = {
  'mara@learnlantern.example': [
    {
      from: 'student',
      minutesAgo: 4_420,
      text: 'Hello! Does the certificate of the database course say how many hours it took?',
    },
    {
      from: 'admin',
      minutesAgo: 4_395,
      text: 'Good morning Mara. It names the course, the day you finished it and its lessons. Hours are left out: yours are your own.',
    },
    { from: 'student', minutesAgo: 4_391, text: 'That is fair. Thank you!' },
    {
      from: 'student',
      minutesAgo: 1_580,
      text: 'One more: in “Joins, drawn” the exercise asks for a left join, but the solution uses an inner one. Is that intentional?',
    },
    {
      from: 'admin',
      minutesAgo: 1_498,
      text: 'Well spotted. The text was right and the solution was wrong. It is fixed now. If you still have your version, compare the row for the student without courses: that is the one the inner join drops.',
    },
    { from: 'student', minutesAgo: 1_490, text: 'Found it, and now I will never forget the difference.' },
  ],
  'jon@learnlantern.example': [
    {
      from: 'student',
      minutesAgo: 2_960,
      text: 'Is it all right to watch the cloud course before the one on networks?',
    },
    {
      from: 'admin',
      minutesAgo: 2_900,
      text: 'Yes. Lesson three uses the word “subnet” once; everything you need about it is in the two minutes before.',
    },
  ],
  'sofia@learnlantern.example': [
    {
      from: 'student',
      minutesAgo: 210,
      text: 'I teach a class of twenty. Could we use the exercises on paper, with your name under them?',
    },
  ],
  'priya.raghunathan@studio.example': [
    {
      from: 'student',
      minutesAgo: 95,
      text: 'The player remembers where I stopped, even on my phone. That is lovely.',
    },
    { from: 'student', minutesAgo: 94, text: 'Will there be a course on type design one day?' },
  ],
}
