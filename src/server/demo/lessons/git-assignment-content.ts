import type { DemoAssignment } from '#server/demo/demo-academy.ts'
import { toCodeBlock } from './to-code-block.ts'

export const rescueACommit: DemoAssignment = {
  kind: 'assignment',
  title: 'Rescue a commit',
  subtitle: 'Lose a commit on purpose, bring it back, and write down how.',
  form: 'both',
  content: [
    '<p>Everybody loses a commit one day. Do it today, on purpose, in the recipe book.</p>',
    '<p>Commit a new recipe on <code>main</code>, and lose it:</p>',
    toCodeBlock('bash', 'git reset --hard HEAD~1'),
    '<p>Then bring it back on a branch named <code>rescued</code>, and merge that into <code>main</code>.</p>',
    '<p>Hand in the commands you typed, in order, with one sentence for each that says what changed in the drawing. If you made the drawing on paper, add a photo as a file.</p>',
    '<h3>What is looked at</h3>',
    '<ul><li>The commit is found by looking, not by typing it anew.</li><li>Each sentence speaks about names and commits: what points where before and after.</li><li>At the end nothing is left over that you would have to explain to a colleague.</li></ul>',
  ].join(''),
  works: [
    {
      text: 'git reflog: nothing changes, I only read. The lost commit is HEAD@{1}, 4be1f02.\ngit branch rescued 4be1f02: a new note with the name “rescued” is stuck on the lost commit.\ngit merge rescued: main was the parent of that commit, so its note just moves forward. No merge commit.\ngit branch -d rescued: the note is taken away, the commit stays because main points at it.',
      feedback:
        'Exactly right, and you saw that the merge was a fast-forward. Good that you removed the branch at the end.',
    },
    {
      text: '1. git reflog, to find the hash.\n2. git switch -c rescued HEAD@{1}. Now there is a branch at the old commit and HEAD is attached to it.\n3. git switch main, HEAD goes back to main.\n4. git merge rescued. main moves to the same commit.\n5. git branch -d rescued.',
      feedback:
        'Clean. One remark: HEAD@{1} means something else after your next command, so I would use the hash in notes like these.',
    },
    {
      text: 'I looked in git reflog and found “commit: Add the lentil soup”. With git branch rescued a91c3d7 it has a name again. With git merge --ff-only rescued main gets it back. I used --ff-only because I wanted to be told if my drawing was wrong.',
      feedback: 'Using --ff-only as a check of your own drawing is what experienced people do. Accepted with pleasure.',
    },
  ],
  openWorks: [
    {
      text: 'I did git reset --hard HEAD~1 and the soup was gone. Then I copied the recipe from the text editor, which still had it open, and committed it again. It is back on main now.',
      feedback:
        'The soup is back, but it is a new commit with a new name: you typed it again rather than found it. Close the editor, lose it once more, and start with git reflog. You are two commands away.',
    },
    {
      text: 'git reflog shows 7 lines. The second is the one before the reset. git branch rescued HEAD@{1}, git merge rescued, “Fast-forward”. The drawing: main and rescued are now two notes on the same photograph.',
    },
    {
      text: 'First git fsck --lost-found, because I wanted to see if it works without the reflog. It prints “dangling commit 02f9ab…”. git show 02f9ab is my pancake recipe. git branch rescued 02f9ab, then git merge rescued on main. I have left the branch there, is that a problem?',
    },
  ],
}
