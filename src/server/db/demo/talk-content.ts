/** What people of the demo academy wrote under its posts and in the chat. */
export interface DemoComment {
  /** E-mail of a demo student. */
  by: string
  /** Days after the post. */
  afterDays: number
  text: string
}

/** By the post's title, oldest first. */
export const demoComments: Record<string, readonly DemoComment[]> = {
  'Notes on passwords, for people with better things to do': [
    { by: 'tomasz.wieczorek@mail.example', afterDays: 0.3, text: 'Printed the recovery codes tonight. They are with the passport now, as told.' },
    { by: 'priya.raghunathan@studio.example', afterDays: 1.1, text: 'The part about mail coming first convinced my whole studio. Three of us had no second factor there.' },
    { by: 'mara@learnlantern.example', afterDays: 2.4, text: 'I rolled six words with real dice. It was more fun than it had any right to be.' },
  ],
  'Keeping on with a course that has no bell': [
    { by: 'lea.brandt@mail.example', afterDays: 0.5, text: 'Tuesdays and Thursdays, half past six, before anyone is awake. It is the first plan of mine that survived a month.' },
    { by: 'jon@learnlantern.example', afterDays: 3, text: 'What helped me: stopping in the middle of a lesson on purpose. The next evening starts by itself.' },
  ],
  'How to read a query plan without panic': [
    { by: 'omar.haddad@post.example', afterDays: 0.8, text: 'Question three found it: estimated 12 rows, got 400,000. One ANALYZE later the page loads again.' },
    { by: 'linh.nguyen@mail.example', afterDays: 1.6, text: 'Could you write the same about locks? That is where I panic.' },
    { by: 'sofia@learnlantern.example', afterDays: 4, text: 'I keep this post open in a tab that has been there for two weeks.' },
  ],
  'Why we draw before we code': [
    { by: 'ama.boateng@post.example', afterDays: 1, text: 'We put a roll of paper on the office table. The arguments got shorter.' },
    { by: 'ken.watanabe@mail.example', afterDays: 5.5, text: 'A bad drawing is a question that others can answer. I will steal that sentence.' },
  ],
  'Spaced repetition, with a box and some cards': [
    { by: 'mara@learnlantern.example', afterDays: 2, text: 'An old shoe box, five dividers. My daughter now uses it for Latin.' },
    { by: 'priya.raghunathan@studio.example', afterDays: 6, text: 'The rule of throwing out cards that are boring is the one nobody tells you.' },
  ],
  'How we record a short lesson': [
    { by: 'jon@learnlantern.example', afterDays: 1.2, text: 'So that is why there is no music. Please keep it that way.' },
  ],
  'What a certificate is worth': [
    { by: 'tomasz.wieczorek@mail.example', afterDays: 0.9, text: 'Refreshing to read this from people who sell them. I show the project, and the certificate stands behind it.' },
    { by: 'ama.boateng@post.example', afterDays: 3.3, text: 'My employer paid the next course because of one. So there is that.' },
  ],
  'Asking a question that gets an answer': [
    { by: 'linh.nguyen@mail.example', afterDays: 0.4, text: 'Wrote down what I expected and what happened, and by the second line I knew the answer. It works even when nobody reads it.' },
    { by: 'omar.haddad@post.example', afterDays: 2.2, text: 'Sent this to every new colleague. Thank you.' },
  ],
  'Exercises that teach something': [
    { by: 'sofia@learnlantern.example', afterDays: 1.5, text: 'Teacher here. The “mend this” kind works wonders with fifteen-year-olds.' },
  ],
}

export interface DemoMessage {
  from: 'student' | 'admin'
  minutesAgo: number
  text: string
}

/** By the student's e-mail, oldest first. */
export const demoConversations: Record<string, readonly DemoMessage[]> = {
  'mara@learnlantern.example': [
    { from: 'student', minutesAgo: 4_420, text: 'Hello! Does the certificate of the database course say how many hours it took?' },
    { from: 'admin', minutesAgo: 4_395, text: 'Good morning Mara. It names the course, the day you finished it and its lessons. Hours are left out: yours are your own.' },
    { from: 'student', minutesAgo: 4_391, text: 'That is fair. Thank you!' },
    { from: 'student', minutesAgo: 1_580, text: 'One more: in “Joins, drawn” the exercise asks for a left join, but the solution uses an inner one. Is that meant so?' },
    { from: 'admin', minutesAgo: 1_498, text: 'Well spotted. The text is right and the solution was not. It is mended now. If you still have your version, compare the row for the student without courses: that is the one the inner join drops.' },
    { from: 'student', minutesAgo: 1_490, text: 'Found it, and now I will never forget the difference.' },
  ],
  'jon@learnlantern.example': [
    { from: 'student', minutesAgo: 2_960, text: 'Is it all right to watch the cloud course before the one on networks?' },
    { from: 'admin', minutesAgo: 2_900, text: 'Yes. Lesson three uses the word “subnet” once; everything you need about it is in the two minutes before.' },
  ],
  'sofia@learnlantern.example': [
    { from: 'student', minutesAgo: 210, text: 'I teach a class of twenty. Could we use the exercises on paper, with your name under them?' },
  ],
  'priya.raghunathan@studio.example': [
    { from: 'student', minutesAgo: 95, text: 'The player remembers where I stopped, even on my phone. That is lovely.' },
    { from: 'student', minutesAgo: 94, text: 'Will there be a course on type design one day?' },
  ],
}
