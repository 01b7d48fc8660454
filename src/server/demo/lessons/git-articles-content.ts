import type { DemoArticle } from '#server/demo/demo-academy.ts'
import { toCodeBlock } from './to-code-block.ts'

export const whatGitStores: DemoArticle = {
  kind: 'article',
  title: 'Look inside the .git folder',
  subtitle: 'Read a commit with your own eyes, and see that there is no magic in it.',
  preview: true,
  content: [
    '<p>Everything Git knows about your project is in one folder named <code>.git</code>. Most of it is four kinds of object, and you can read all of them. Make a new folder for this lesson, so that nothing can break.</p>',
    toCodeBlock(
      'bash',
      `mkdir recipes && cd recipes
git init
echo "2 eggs, 1 pinch of salt" > omelette.txt
git add omelette.txt
git commit -m "Add the omelette"`,
    ),
    '<h2>Ask for the commit</h2>',
    '<p><code>HEAD</code> is where you stand. <code>git cat-file -p</code> prints any object as text:</p>',
    toCodeBlock(
      'bash',
      `$ git cat-file -p HEAD
tree d7fc6b33…
author Mara Ilves <mara@learnlantern.example> 1760000000 +0200
committer Mara Ilves <mara@learnlantern.example> 1760000000 +0200

Add the omelette`,
    ),
    '<p>That is a whole commit: who, when, why, and the name of a <strong>tree</strong>. The second commit will have one more line, <code>parent</code>, with the name of this one. The tree is a list of file names, and each name points to a <strong>blob</strong>, the contents of one file:</p>',
    toCodeBlock(
      'bash',
      `$ git cat-file -p HEAD^{tree}
100644 blob 809e0f55…    omelette.txt

$ git cat-file -p HEAD:omelette.txt
2 eggs, 1 pinch of salt`,
    ),
    '<h2>Why the names are so long</h2>',
    '<p>The name of an object is a hash of its contents. Two things follow from that, and they explain most of what Git does:</p>',
    '<ul><li>The same contents always have the same name. A file that did not change costs nothing in the next commit: the new tree points to the old blob.</li><li>Other contents have another name. Nobody can change an old commit. “Amending” makes a <em>new</em> commit, and the old one stays where it was until Git cleans up.</li></ul>',
    '<blockquote>Compare your hashes with those above. The tree and the blob have the same names on every computer, because their contents are the same. Only the name of your commit is your own: a commit also contains your name and the time.</blockquote>',
    '<h2>Try it</h2>',
    '<ol><li>Change the recipe to three eggs and commit. Print the new commit: which line is new?</li><li>Add a second file and commit. Print both trees: which blob appears in both?</li><li>Delete the second file and commit. Is its blob gone? Print it by its name and see.</li></ol>',
  ].join(''),
}

export const conflictLineByLine: DemoArticle = {
  kind: 'article',
  title: 'A conflict, line by line',
  subtitle: 'Read conflict markers calmly, and decide instead of guessing.',
  content: [
    '<p>A conflict is a question. Two people have changed the same lines, Git cannot know which of them is right, and so it asks. Nothing is broken, and <code>git merge --abort</code> takes you back to where you were.</p>',
    '<h2>The question</h2>',
    toCodeBlock(
      'plain',
      `3 eggs
<<<<<<< HEAD
2 pinches of salt
=======
1 pinch of salt
1 pinch of pepper
>>>>>>> anna
Beat for one minute.`,
    ),
    '<p>Above the row of equals signs is your side, the branch you are on. Below it is the side you are merging. The lines around are the same for both. What is missing is the most useful part: what the line was <em>before</em> either of you touched it. Ask Git to show it, once and for all projects:</p>',
    toCodeBlock('bash', 'git config --global merge.conflictStyle zdiff3'),
    '<p>From now on there is a middle part between <code>|||||||</code> and <code>=======</code>. Compare each side with it. If it says “1 pinch of salt”, you took a second pinch and Anna added pepper. Nobody wanted to undo the other’s change, so the answer is two pinches of salt and one of pepper.</p>',
    '<h2>The answer</h2>',
    '<ol><li>Write the text as it should be, and delete the marker lines and the middle part. It need not be one of the two sides.</li><li>Read the file once from top to bottom. Run the tests, if it is code.</li><li>Tell Git that the question is answered, and finish the merge:</li></ol>',
    toCodeBlock(
      'bash',
      `git add omelette.txt
git status            # “All conflicts fixed but you are still merging”
git merge --continue`,
    ),
    '<h2>Fewer questions</h2>',
    '<ul><li>Merge often. Ten small conflicts are easier than a large one.</li><li>Reformat files in a commit of their own, and tell the others first.</li><li>If the same conflict comes back again and again, <code>git config --global rerere.enabled true</code> remembers your answer.</li></ul>',
  ].join(''),
}
