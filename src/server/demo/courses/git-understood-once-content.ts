import type { DemoCourse } from '#server/demo/demo-academy.ts'
import { conflictLineByLine, whatGitStores } from '#server/demo/lessons/git-articles-content.ts'
import { rescueACommit } from '#server/demo/lessons/git-assignment-content.ts'
import { gitQuiz } from '#server/demo/lessons/git-quiz-content.ts'

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
  lessons: [],
  otherStudents: 27,
  finishers: 9,
  firstStudent: { enrolledDaysAgo: 19, completed: 7 },
  details: {
    pitch: 'Stop memorising commands. Make three drawings, and every Git command becomes obvious.',
    outcomes: [
      'Explain what a commit, a branch and HEAD are, with a pencil',
      'Bring back any file and any commit, also those that seem lost',
      'Merge and rebase, and know when not to rebase',
      'Solve a conflict by reading it instead of guessing',
    ],
    requirements: [
      'Git 2.35 or newer installed',
      'A terminal you can type into',
      'No programming: the example is a recipe book',
    ],
    level: 'Beginner',
    language: 'English',
    instructor_name: 'Runa Solheim',
    instructor_bio:
      'Runa has introduced Git to authors, lawyers and developers for eleven years, always with a pencil. She maintains the version control of a publishing house with ninety editors.',
    faq: [
      {
        question: 'I work with a graphical client. Is this still for me?',
        answer:
          'Yes. The drawings are the same, and you will know what its buttons do. The commands are short enough to follow along.',
      },
      {
        question: 'How long does it take?',
        answer:
          'About two hours with the quiz and the assignment. Most people do the three videos on one day and the rest on the next.',
      },
      {
        question: 'Who reads my assignment?',
        answer:
          'A teacher does, usually within two days. If something is missing you get it back with a hint and hand it in again.',
      },
    ],
  },
  sections: [
    {
      title: 'The drawing',
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
        whatGitStores,
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
      ],
    },
    {
      title: 'Working with others',
      lessons: [
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
        conflictLineByLine,
      ],
    },
    {
      title: 'Make it yours',
      lessons: [
        {
          kind: 'file',
          title: 'Git on one page',
          subtitle: 'The three drawings and the twenty-two commands, to print and to pin to the wall.',
          file: 'git-on-one-page.pdf',
        },
        gitQuiz,
        rescueACommit,
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'A sticky note. That is all a branch is. I have been afraid of sticky notes for five years.' },
    { stars: 5, text: 'Three drawings, an evening, done. We make every new colleague watch it.' },
    { stars: 5, text: 'The reflog saved my weekend two days after I had watched the lesson on branches.' },
    { stars: 4, text: 'Great as far as it goes. Submodules and tags would be nice as well.' },
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
