import type { DemoQuiz } from '#server/demo/demo-academy.ts'

const options = (...texts: string[]) => texts.map((text, index) => ({ id: `o${index + 1}`, text }))

export const gitQuiz: DemoQuiz = {
  kind: 'quiz',
  title: 'Can you see the drawing?',
  subtitle: 'Eight questions. With each of them, make the drawing first and answer then.',
  quiz: {
    pass_mark: 70,
    answers_shown: 'end',
    questions: [
      {
        id: 'commit',
        kind: 'single',
        text: 'What does a commit hold?',
        options: options(
          'The difference to the commit before',
          'The files that changed, each with its history',
          'A snapshot of all tracked files, and its parents',
          'A copy of the branch it was made on',
        ),
        correct: 'o3',
        points: 1,
        explanation:
          'A commit points to a tree, which is a snapshot of everything. Git computes differences only when it shows them to you.',
      },
      {
        id: 'branch',
        kind: 'true_false',
        text: 'Deleting a branch deletes its commits at once.',
        correct: false,
        points: 1,
        explanation:
          'A branch is a name on a sticky note. Its commits stay until nothing points to them and Git cleans up, which is weeks later. The reflog still finds them.',
      },
      {
        id: 'reflog',
        kind: 'short_text',
        text: 'Which command lists where HEAD has been, including commits that no branch points to? (git …)',
        accepted: ['reflog', 'git reflog'],
        points: 2,
        explanation: '`git reflog` is the diary of HEAD on your machine. It is kept for about 90 days.',
      },
      {
        id: 'new-names',
        kind: 'multiple',
        text: 'Which of these make a commit with a new name?',
        options: options('git commit --amend', 'git rebase', 'git branch -m', 'git cherry-pick', 'git tag'),
        correct: ['o1', 'o2', 'o4'],
        points: 3,
        explanation:
          'The name is a hash of the contents, the parents, the author and the message. Amending, rebasing and cherry-picking write new commits. Branches and tags are only names for existing ones.',
      },
      {
        id: 'parents',
        kind: 'number',
        text: 'How many parents does a commit have that merges one branch into another?',
        correct: 2,
        tolerance: 0,
        points: 1,
        explanation: 'One for each side. The first parent is the branch you were on.',
      },
      {
        id: 'steps',
        kind: 'ordering',
        text: 'You have a conflict while merging. Put the steps in order.',
        options: options(
          'Read both sides, and what was there before',
          'Write the text as it should be and remove the markers',
          'Run the tests',
          'git add the file',
          'git merge --continue',
        ),
        points: 2,
        explanation:
          'Test before you add: `git add` tells Git that the question is answered, and a merge is easier to repeat than to repair.',
      },
      {
        id: 'undo',
        kind: 'matching',
        text: 'Which command fits?',
        pairs: [
          { id: 'p1', text: 'Undo a commit that others already have', match_id: 'm1', match: 'git revert' },
          { id: 'p2', text: 'Throw away changes in a file', match_id: 'm2', match: 'git restore' },
          { id: 'p3', text: 'Move my branch to another commit', match_id: 'm3', match: 'git reset' },
          { id: 'p4', text: 'Put my changes aside for an hour', match_id: 'm4', match: 'git stash' },
        ],
        points: 2,
        explanation:
          '`revert` adds a commit that undoes another one, so nobody’s history changes. `reset` moves the sticky note, which is safe only for commits that you have not shared.',
      },
      {
        id: 'golden-rule',
        kind: 'single',
        text: 'When should you not rebase?',
        options: options(
          'When the branch is older than a week',
          'When there are more than ten commits',
          'When there could be a conflict',
          'When others have built upon the commits',
        ),
        correct: 'o4',
        points: 1,
        explanation:
          'A rebase replaces commits by new ones with other names. Whoever has built upon the old ones now has a different past.',
      },
    ],
  },
  difficulty: {
    commit: { known: 54 },
    branch: { known: 78 },
    reflog: { known: 62, mistakes: ['git log', 'git log', 'git log --all', 'git history', 'git status'] },
    'new-names': { known: 38 },
    parents: { known: 86, mistakes: ['1', '1', '3'] },
    steps: { known: 66 },
    undo: { known: 49 },
    'golden-rule': { known: 81 },
  },
}
