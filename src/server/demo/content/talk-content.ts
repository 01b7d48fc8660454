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
      text: 'Hello! Does the certificate of the web course say how many hours it took me?',
    },
    {
      from: 'admin',
      minutesAgo: 4_395,
      text: 'Good morning Mara. It names the course, the day you finished it and how long its lessons are. The time it took you is left out: that is your own.',
    },
    { from: 'student', minutesAgo: 4_391, text: 'That is fair. Thank you!' },
    {
      from: 'student',
      minutesAgo: 1_580,
      text: 'One more: “A conflict, line by line” said to delete three marker lines, but with zdiff3 I have four. Is that intentional?',
    },
    {
      from: 'admin',
      minutesAgo: 1_498,
      text: 'Well spotted. The setting adds a marker line and the middle part below it, and both have to go. The lesson says so now. If you still have the file, search it for “|||||||”.',
    },
    { from: 'student', minutesAgo: 1_490, text: 'Found it, in my omelette. Thank you!' },
  ],
  'jon@learnlantern.example': [
    {
      from: 'student',
      minutesAgo: 2_960,
      text: 'Is it all right to watch the cloud course before the one on security?',
    },
    {
      from: 'admin',
      minutesAgo: 2_900,
      text: 'Yes. Lesson four, “Who may do what”, is the only one that touches security, and it explains what it needs.',
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
