import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const gitUnderstoodOnce: DemoCourse = {
  title: 'Git, understood once',
  category: 'DevOps and Continuous Integration/Delivery',
  tabs: ['git', 'teamwork'],
  price: 0,
  discount: 0,
  description: [
    'Three drawings that make every Git command obvious.',
    'Git is hard to learn by its commands and easy by its drawings. You make three of them: what a commit is, what a branch is, and what happens when two people work at once. After each you run the commands, and see the drawing change.',
    'It is for anyone who has ever copied the folder “just in case” before typing a Git command.',
    'You need Git installed and a terminal open. No programming is required; the example is a recipe book in plain text.',
  ].join('\n\n'),
  ageDays: 233,
  lessons: [
    {
      clip: 'a-commit-is-a-photograph',
      title: 'A commit is a photograph',
      subtitle: 'Explain what a commit holds, and bring back any file from any one of them.',
      points: [
        'A commit is a snapshot with a link to its parent',
        'The index is what the next commit will hold',
        'The name of a commit is a hash of its contents',
      ],
    },
    {
      clip: 'a-branch-is-a-sticky-note',
      title: 'A branch is a sticky note',
      subtitle: 'Make, move and delete branches without fear, and find commits that seem lost.',
      points: [
        'A branch is a name that points at one commit',
        'HEAD says where you are standing',
        'The reflog remembers where you have been',
      ],
    },
    {
      clip: 'two-cooks-one-book',
      title: 'Two cooks, one book',
      subtitle: 'Merge, rebase and solve a conflict with a colleague, and stay friends.',
      points: [
        'A merge commit has two parents',
        'A rebase makes new commits with new names',
        'Do not rebase what others have built upon',
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'A sticky note. That is all a branch is. I have been afraid of sticky notes for five years.' },
    { stars: 5, text: 'Three lessons, an hour, done. We make every new colleague watch it.' },
    { stars: 5, text: 'The reflog saved my weekend two days after I had watched lesson two.' },
    { stars: 4, text: 'Great as far as it goes. Submodules and tags would be a nice fourth lesson.' },
    { stars: 5, text: 'I edit books and not code, and I can now use Git with our authors.' },
    { stars: 5, text: 'Best hour of the month.' },
    { stars: 4, text: 'Good drawings. I would have liked to see one really ugly conflict as well.' },
    {
      stars: 5,
      text: 'Understood once, yes. And when I forgot half of it, I watched it a second time. Understood twice.',
    },
    { stars: 5, text: 'I used to delete the folder and clone again. No more.' },
    { stars: 3, text: 'Fine for beginners. If you know what a reflog is you will not find much that is new.' },
    { stars: 5, text: 'The recipe book makes the conflict funny: two people, one pinch of salt.' },
    { stars: 5, text: 'Clear, short, free.' },
  ],
}
