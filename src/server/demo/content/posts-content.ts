import type { DemoPost } from '#server/demo/demo-academy.ts'

/** The blog of the demo academy, newest first. */
export const demoPosts: readonly DemoPost[] = [
  {
    title: 'Notes on passwords, for people with better things to do',
    subtitle: 'Four habits that are worth the trouble, and three that you may drop today.',
    ageDays: 5,
    content: `<p>Advice on passwords tends to arrive as a list of thirty rules, of which nobody follows more than two. Here is a shorter list. It is the one we give to friends, and it has been the same for some years, because the ways in which passwords are stolen have hardly changed either.</p>
<h2>How passwords are really lost</h2>
<p>Very few are guessed by somebody who sits down and thinks about you. Three other ways are far more common:</p>
<ul>
<li><strong>Reuse.</strong> A small forum loses its list. Programs then try every address and password from it at banks, shops and mail providers.</li>
<li><strong>Phishing.</strong> You type the right password into the wrong page.</li>
<li><strong>Guessing in bulk.</strong> A stolen list of hashes is tried against billions of likely passwords, in order of popularity.</li>
</ul>
<p>Look at the list again and you will see that a cleverly spelt word helps against neither of the first two, and little against the third. <em>P4ssw0rd!</em> is in every dictionary an attacker owns.</p>
<h2>Four habits that are worth it</h2>
<ol>
<li><strong>Use a password manager</strong>, and let it make up the passwords. It solves reuse completely. It also helps against phishing, since it fills in nothing on a page whose address it does not know.</li>
<li><strong>Protect your mail account first.</strong> Whoever reads your mail can reset almost everything else. Give it a second factor before any other account.</li>
<li><strong>Take a passkey where one is offered.</strong> It is a key pair; the site holds only the public half, and your device will not use it on any other site. There is nothing to type, and so nothing to type into the wrong page.</li>
<li><strong>Write down the way back.</strong> Print the recovery codes of your mail and your manager, and put them with your passport. More people lose accounts to a broken phone than to a criminal.</li>
</ol>
<p>For the two or three passwords you must remember, take words chosen by chance. Six words drawn with dice from a list of 7,776 give about 77 bits, which is beyond any guessing we know of:</p>
<pre><code>log2(7776) = 12.9 bits per word
6 words    = 77 bits</code></pre>
<p>The chance is what counts. Six words that <em>you</em> picked, or a line from a song, are worth much less.</p>
<h2>Three habits you may drop</h2>
<ul>
<li><strong>Changing it every ninety days.</strong> People respond with <em>Autumn2026</em>, and then <em>Winter2026</em>. Change a password when there is a reason: a breach, a lost device, somebody leaving.</li>
<li><strong>A capital, a digit and a sign.</strong> Length does more, and rules about signs mostly move the exclamation mark to the end.</li>
<li><strong>Security questions.</strong> Your mother’s maiden name is not a secret. Where you are forced to answer, let the manager invent the answer too.</li>
</ul>
<p>None of this is only our opinion. The current guidelines of the American standards institute, NIST SP 800-63B, tell sites to drop forced changes and composition rules, to ask for length, and to refuse passwords that are known to have leaked.</p>
<h2>If you run a site</h2>
<p>Then you hold other people’s passwords, and owe them a little more:</p>
<ul>
<li>Store them with a slow hash made for the purpose, such as Argon2id, and a salt for each.</li>
<li>Allow long ones, allow pasting, and allow every character.</li>
<li>Slow down repeated attempts, per account and per address.</li>
<li>Give the same answer for a wrong password and for an unknown account.</li>
</ul>
<p>We build all of it, and then attack it, in “Passwords, keys and other secrets”, which you will find among <a href="/student/allcourses">our courses</a>. If you have a quarter of an hour and not an evening, do the second habit now: open your mail account and switch on the second factor. Of everything on this page it buys the most.</p>`,
  },
  {
    title: 'Keeping on with a course that has no bell',
    subtitle: 'A self-paced course asks for a different kind of plan from the one you made at school.',
    ageDays: 19,
    content: `<p>At school a bell rings, and somebody notices if you are not there. A course you take by yourself has neither. That is what makes it pleasant, and also why so many are left after the third lesson. The people who finish are not the ones with the most discipline. They are mostly the ones who have decided a few small things beforehand.</p>
<h2>Decide when, and tie it to something</h2>
<p>“I will do more this week” is a wish. A plan names a moment: <em>after I have put the kettle on at seven, I watch one lesson</em>. Psychologists call this an implementation intention, and in many experiments it has made people noticeably more likely to do what they meant to do. The reason is rather dull. When the moment comes, the decision has already been taken.</p>
<p>Tie it to something that happens anyway: the train, the coffee, the half hour in which your child is at football. A reminder on the phone is weaker, because it can be swiped away.</p>
<h2>Make the unit small</h2>
<p>One lesson is a unit. “An evening of studying” is not; it can always be postponed to a better evening. Most of our lessons are short enough for a lunch break, and the player remembers where you stopped, so that even half a lesson counts.</p>
<p>On a bad day, open the course, watch two minutes and close it. It sounds silly. What it keeps alive is the habit of opening it.</p>
<h2>Stop in the middle</h2>
<p>It is tempting to end where a chapter ends. Try the opposite now and then: stop when you know exactly what comes next. Starting again is the hardest part of any session, and it is far easier when the first step is clear. Writers have used this trick for a long time.</p>
<blockquote><p>Leave yourself a note of one line: “Next: run the query with the index and compare.” Tomorrow you will be grateful to yourself.</p></blockquote>
<h2>Do something after each lesson</h2>
<p>Watching feels like learning, and is only the first half of it. Before you tick a lesson, do one of these three:</p>
<ul>
<li>close the page and write down its three points from memory,</li>
<li>change one thing in the example and predict what will happen,</li>
<li>explain it to somebody, or to the wall, in five sentences.</li>
</ul>
<p>It takes five minutes. If nothing comes, you have found out something useful, and the lesson is still there.</p>
<h2>When you have fallen behind</h2>
<p>You cannot fall behind in a course without dates, but it will feel like it after two weeks away. Do not begin again from the start. You would spend your fresh energy on what you know best, and be tired when the new part comes.</p>
<ol>
<li>Look at the list of lessons and read the titles of the ones you have ticked.</li>
<li>Say one sentence about each. Rewatch only where you have none.</li>
<li>Go on with the next lesson on the same day, if only for ten minutes.</li>
</ol>
<h2>When to stop for good</h2>
<p>Some courses should be left. You may have found what you came for in lesson four, or the subject turns out to be another than you thought. Then stop on purpose: say what you have learnt, and take it off your list. An unfinished course that you have <em>decided</em> to leave does not weigh on you. Within thirty days of buying you also get your money back, and we will not ask you to explain yourself.</p>
<p>If you would like to start with something small, our shortest courses are four lessons long. You will find them, and the rest, in <a href="/student/allcourses">the catalogue</a>.</p>`,
  },
  {
    title: 'How to read a query plan without panic',
    subtitle: 'Five questions to ask of EXPLAIN ANALYZE, in the order in which they help.',
    ageDays: 41,
    content: `<p>A query plan looks like something that has fallen out of a machine. It is in fact a letter: the database tells you what it expected, what it did, and how long each part took. One needs to know only in which order to read it.</p>
<p>Our example is the lending library from the course. It has ten thousand members and a million loans, and the desk asks for all books that are overdue:</p>
<pre><code>EXPLAIN ANALYZE
SELECT m.name, l.due
FROM loans l
JOIN members m ON m.id = l.member_id
WHERE l.returned_on IS NULL
  AND l.due &lt; DATE '2026-03-01';</code></pre>
<p>PostgreSQL answers (we have left out costs and widths to fit the page):</p>
<pre><code>Hash Join  (rows=412) (actual time=3.1..148.9 rows=9874 loops=1)
  Hash Cond: (l.member_id = m.id)
  -&gt;  Seq Scan on loans l  (rows=412) (actual time=0.0..141.4 rows=9874 loops=1)
        Filter: ((returned_on IS NULL) AND (due &lt; '2026-03-01'::date))
        Rows Removed by Filter: 990126
  -&gt;  Hash  (rows=10000) (actual time=3.0..3.0 rows=10000 loops=1)
        -&gt;  Seq Scan on members m  (rows=10000) (actual time=0.0..1.4 rows=10000 loops=1)
Execution Time: 149.6 ms</code></pre>
<h2>1. Where are the leaves?</h2>
<p>The plan is a tree. The lines indented furthest are the leaves, where rows come out of tables; everything above works on what is handed up. So begin at the leaves. Here there are two: a scan of <em>loans</em> and a scan of <em>members</em>.</p>
<h2>2. Where does the time go?</h2>
<p>Each line gives two times: when its first row came, and when its last one did. A line includes its children. The join ended at 148.9 ms, but the scan below it had already taken 141.4. The join itself is innocent; nearly all of the time is in one leaf.</p>
<p>Mind the <strong>loops</strong>. Time and rows are averages <em>per loop</em>. A line that says <code>actual time=0.004..0.004 rows=1 loops=9874</code> looks harmless and has cost about 40 ms.</p>
<h2>3. How much work was thrown away?</h2>
<p><code>Rows Removed by Filter: 990126</code> is the sentence that matters most here. The database read a million rows in order to keep one in a hundred. That is what an index is for.</p>
<h2>4. Was the guess right?</h2>
<p>The first <em>rows</em> is the estimate, the second the truth. 412 expected, 9,874 found: off by a factor of 24. The planner had multiplied two probabilities as if being unreturned had nothing to do with being long due. Such errors are how a good plan turns into a bad one, since a join that suits four hundred rows may not suit ten thousand.</p>
<p>Run <code>ANALYZE loans</code> first; the statistics may simply be old. If the columns really depend on each other, <code>CREATE STATISTICS</code> with <code>mcv</code> can tell the planner so.</p>
<h2>5. What is the smallest change?</h2>
<p>Most loans have been returned long ago, and nobody will ever look for those by their due date. So we index only the others:</p>
<pre><code>CREATE INDEX loans_open_by_due
ON loans (due)
WHERE returned_on IS NULL;</code></pre>
<p>The index is small, is barely touched when old loans are archived, and fits the question exactly. The same query then takes a few milliseconds on our machine. Yours will differ; what you should look for is that the filter line has gone.</p>
<h2>Three mistakes we have made ourselves</h2>
<ul>
<li><strong>Running EXPLAIN ANALYZE on a DELETE.</strong> It does delete. Wrap it in a transaction and roll back.</li>
<li><strong>Measuring once.</strong> The first run reads from the disk, the second from memory. Run it three times, and add <code>BUFFERS</code> to see which was which.</li>
<li><strong>Testing on twenty rows.</strong> On a tiny table a sequential scan is the right choice, and the planner knows it. Test with data of a realistic size.</li>
</ul>
<p>Ask these five questions in this order and most plans give up their secret within minutes. The drawings that go with them are in “Database Management from first principles”, among <a href="/student/allcourses">our courses</a>.</p>`,
  },
  {
    title: 'Why we draw before we code',
    subtitle: 'A pencil is slow, forgets nothing and has no autocomplete. That is the point.',
    ageDays: 73,
    content: `<p>People who take our courses are sometimes surprised that they need paper. A course on Git begins with three drawings; one on sorting with a deck of cards on the table. The keyboard comes later. We would like to explain why.</p>
<h2>A drawing has to be complete</h2>
<p>You can say “then the two tables are joined” without knowing what it means. You cannot draw it. The moment you have five members on the left and seven loans on the right, and have to connect them, you must decide what happens to the member without a loan. The pencil stops, and where it stops is what you did not understand.</p>
<p>Code does not stop you in the same way. You type, it runs, something comes out, and unless it is clearly wrong you go on.</p>
<h2>A drawing shows everything at once</h2>
<p>Working memory is small: most people can hold about four things in it. A program with three variables and a loop uses it up. On paper the state stays put, and your head is free to think about the next step.</p>
<p>Here is a loop that many people read wrongly at first:</p>
<pre><code>const timers = []
for (var i = 0; i &lt; 3; i++) {
  timers.push(() =&gt; console.log(i))
}
timers.forEach((run) =&gt; run())   // 3 3 3</code></pre>
<p>Draw it as three boxes with arrows, and you have to ask where the arrows for <code>i</code> point. There is only one box called <code>i</code>, and after the loop it holds a 3. With <code>let</code> in place of <code>var</code> you would draw three boxes. No further explanation is needed, and it will not be forgotten by Friday.</p>
<h2>A drawing is a prediction</h2>
<p>This matters most to us. If you draw what <em>should</em> happen and run the program afterwards, there are two possible outcomes. Either you were right, and know now that you have understood. Or you were wrong, and you know exactly where, because your wrong idea is there in front of you in pencil.</p>
<blockquote><p>If you run it first, you will nod at whatever comes out.</p></blockquote>
<h2>How to do it without being able to draw</h2>
<p>Nobody needs to see it. Boxes, arrows and numbers are enough, and these rules have served us well:</p>
<ol>
<li><strong>Take a tiny case.</strong> Three rows, five nodes, two users. If it does not fit on half a page, it is too large.</li>
<li><strong>Use real values.</strong> Write “Amina, 3 March” in place of “row 1”. Errors show up sooner among real things.</li>
<li><strong>Draw the states, not the code.</strong> Before, during and after. The code is what gets you from one to the next.</li>
<li><strong>Cross out, do not erase.</strong> What changed is often what you need to see.</li>
<li><strong>Include the odd one.</strong> The empty list, the member without loans, the message that arrives twice.</li>
</ol>
<h2>When not to</h2>
<p>Drawing is slow, and some things do not need it. For a button that changes its colour you may simply try. Large systems cannot be drawn at all in this detail; there a picture of the parts and of who talks to whom is all one should wish for. And a drawing is not evidence. It shows what you believe, so measure afterwards.</p>
<h2>Try it today</h2>
<p>Take the last piece of code that surprised you. Draw on half a page what you thought it did, next to it what it does, and circle the first place where the two differ. It takes ten minutes. In our experience it is worth more than reading the documentation a second time, and it makes the documentation easier to read once you do.</p>
<p>If you would like company, “Data structures at play” is made of nothing else, and it is free. It is in <a href="/student/allcourses">the catalogue</a>.</p>`,
  },
  {
    title: 'Spaced repetition, with a box and some cards',
    subtitle: 'The method is older than computers and still works best when you keep it simple.',
    ageDays: 104,
    content: `<p>In 1885 Hermann Ebbinghaus published what he had found by learning lists of meaningless syllables and testing himself, day after day. Much of what one learns is gone within a day; what is looked at again just before it fades lasts longer each time. A great many studies since have confirmed the main point: the same amount of practice, spread out, is remembered better than when it is done in one go.</p>
<p>Everybody agrees and hardly anybody does it, because the usual advice begins with installing a program and ends with four hundred cards that one is ashamed to open. Here is a smaller version.</p>
<h2>The box</h2>
<p>You need a box with three compartments and some cards. (A text file with three headings will do as well.)</p>
<ol>
<li>New cards go into the first compartment. You look at it <strong>every day</strong>.</li>
<li>A card you have answered correctly moves on to the second, which is looked at <strong>twice a week</strong>.</li>
<li>From there it moves to the third, looked at <strong>every two weeks</strong>. Answered there as well, it leaves the box.</li>
<li>A card you got wrong goes back to the first compartment, whichever it came from.</li>
</ol>
<p>The idea is Sebastian Leitner’s, from the 1970s. Programs compute finer intervals, and for thousands of cards that is worth having. For the fifty cards that a course deserves, the box is good enough.</p>
<h2>What belongs on a card</h2>
<p>Most boxes fail because of their cards. A good one can be answered in ten seconds and has one right answer.</p>
<ul>
<li><strong>Bad:</strong> “Explain indexes.”</li>
<li><strong>Good:</strong> “There is an index on (city, name). Does it help a search by name alone?”</li>
<li><strong>Good:</strong> “What do you do with <code>EXPLAIN ANALYZE</code> before a DELETE?”</li>
</ul>
<p>Ask for reasons as well as facts. “Why must a password hash be slow?” is a better card than “Name three password hashes.” And write the cards yourself. It is tempting to use somebody else’s, but choosing what to ask is already half of the learning.</p>
<h3>Only what you have understood</h3>
<p>Repetition keeps what is there. It cannot put it there. If you do not understand a card, take it out of the box, watch the lesson again, and write a new one.</p>
<h2>Recall, do not recognise</h2>
<p>Say the answer aloud, or write it down, <em>before</em> you turn the card over. “Yes, I knew that” is the most common form of self-deception we know. In a well-known experiment by Roediger and Karpicke, students who had tested themselves remembered far more after a week than students who had read the text again, although the readers had felt surer of themselves.</p>
<h2>How it fits with a course</h2>
<p>Our lessons end with three short statements. Turn each into a question straight after the lesson:</p>
<pre><code>Statement: A branch is a name that points at one commit
Card:      main and rescued point at the same commit.
           You are on main and commit. Where does each point?</code></pre>
<p>A course of nine lessons makes twenty-seven cards. With the box that comes to about five minutes a day for three weeks, and then hardly anything.</p>
<h2>And when you miss a week</h2>
<p>Nothing happens. You will have forgotten some of it, and forgotten cards simply move back to the front. Do not try to catch up on all of them in one evening: take ten a day until the first compartment is empty, and add no new ones meanwhile.</p>
<p>Five minutes a day with a plain box will do more for you than a perfect system which you avoid. If you need something to put into it, <a href="/student/allcourses">begin with a short course</a>.</p>`,
  },
  {
    title: 'How we record a short lesson',
    subtitle: 'One idea, three points, a script that is read aloud twice, and a lot that is thrown away.',
    ageDays: 131,
    content: `<p>Teachers who would like to publish a course with us often ask which camera they should buy. Our answer is always the same: none yet. The things that make a short lesson good are decided before anything is recorded. This is how we go about it.</p>
<h2>One lesson, one ability</h2>
<p>First we finish this sentence: <em>after this lesson you can …</em> It has to end in something one could watch a person do. “Understand commits” cannot be seen. “Explain what a commit holds, and bring back any file from any one of them” can. That sentence becomes the lesson’s subtitle. If it needs a second “and”, we have two lessons.</p>
<p>Why so short? In 2014 Guo, Kim and Rubin looked at 6.9 million sessions of people watching lectures on edX. Whatever the length of the video, the median viewer stayed for six minutes at most. Shorter is not better in itself, but a lesson that can be seen whole is seen whole.</p>
<h2>Three points, and no fourth</h2>
<p>Next we write down the three statements that a student should still know in a month. Each must be true without the lesson around it, and fit on one line. There is always a fourth. It is usually the one the teacher loves most, and it goes into the next lesson or into the box of good things that nobody needs yet.</p>
<h2>The script is written for the ear</h2>
<p>We write out every word. That sounds stiff, and would be if we read it as one reads an article. So the script is read aloud twice before it is recorded:</p>
<ol>
<li>The first time, every sentence that makes the reader run out of breath is cut in two.</li>
<li>The second time, every word nobody would say at a kitchen table is replaced.</li>
</ol>
<p>A minute of calm speech is about 130 words. A lesson of six minutes has about eight hundred, which is rather more than this post.</p>
<h2>Draw on screen, slowly</h2>
<p>A finished diagram says everything at once, and the student does not know where to look. We draw it stroke by stroke while we talk, and never show a line before its sentence. Code is treated in the same way: at most twelve lines on the screen, in large type, with the one that matters lit up and the rest dimmed.</p>
<p>We keep words and pictures apart. To read a paragraph and hear another one at the same time is hard work; so there are pictures on the screen, and words in the ear. The three points are the exception, and they stay on screen long enough to be copied by hand.</p>
<h2>Sound before picture</h2>
<p>People forgive a dull picture and leave because of an echo. Here is what we use, in order of its effect:</p>
<ul>
<li>a room with curtains, a carpet and a full bookshelf,</li>
<li>a plain microphone, a hand’s breadth from the mouth and a little to the side,</li>
<li>a glass of water, and no more than three lessons in a day.</li>
</ul>
<h2>What we throw away</h2>
<p>Greetings, the teacher’s life story, “in this video we will learn”, music, and the summary of the summary. A lesson begins with the problem. If it takes longer than twenty seconds to reach it, we cut from the front.</p>
<h2>The test</h2>
<p>We show the lesson to one person who does not know the subject, and then ask for two things: do what the subtitle promises, and tell us the three points. If either fails, we change the lesson and do not blame the person. About a third of our lessons are recorded a second time because of this, and we have not regretted it once.</p>
<p>You can judge the result for yourself: most courses in <a href="/student/allcourses">the catalogue</a> have a lesson that may be watched before you pay.</p>`,
  },
  {
    title: 'What a certificate is worth',
    subtitle: 'An honest answer from people who hand them out.',
    ageDays: 176,
    content: `<p>When you have ticked the last lesson of a course here, you get a certificate with your name, the course and the date. People ask us what it is worth. We think that they deserve a straight answer.</p>
<h2>What it says</h2>
<p>Our certificate says that a person with your name went through every lesson of a course. It says nothing about whether you could do the work. Nobody has watched you, and there was no examination. Anyone who tells you more than that about a certificate of this kind is selling something.</p>
<p>There are certificates that say more: those with a supervised examination, those of a trade, those of a university. They cost more, because finding out what someone can do takes effort.</p>
<h2>What it is good for</h2>
<ul>
<li><strong>For yourself.</strong> An end is worth having. A course with a visible last step is finished more often, and to have finished one thing makes it easier to begin the next.</li>
<li><strong>For a training budget.</strong> Many employers refund a course against proof that it was completed. Ours has served for that many times.</li>
<li><strong>As a line in an application.</strong> It shows what you have been interested in lately. That is a small thing, but when you change your field it is not nothing.</li>
</ul>
<h2>What convinces people instead</h2>
<p>We asked several people who hire developers what they look at. None of them mentioned certificates first. All of them mentioned something that can be looked at, and talked about.</p>
<blockquote><p>Show me something small that works, and tell me what you would do differently. That is a better conversation than any list.</p></blockquote>
<p>So make one small thing out of each course. It need not be original:</p>
<ol>
<li><strong>After a course on databases:</strong> put something you collect into three tables, write ten questions with their queries, and the plan of the slowest one before and after your index.</li>
<li><strong>After one on the web:</strong> build the page of a real person who needs one. It must work by keyboard and on a cheap phone.</li>
<li><strong>After one on security:</strong> write a threat model of two pages for a system that you know. Leave out anything confidential.</li>
<li><strong>After one on machine learning:</strong> take a public data set, a baseline and one model, and write a page about where the model is wrong.</li>
</ol>
<p>Write half a page with it: what the problem was, what you tried, what did not work. The half page is rarer than the project, and gets read first.</p>
<h2>How to mention it</h2>
<p>Put the course under “further training”, with its subject and the year. Do not write “certified in”. Next to it, put the link to what you have made. If you are asked, talk about the thing you made, and mention the course as the place where you learnt how.</p>
<h2>And when you hire</h2>
<p>If you are on the other side of the table, take a certificate as an invitation to a question. “I see that you did a course on databases. What surprised you most?” Whoever has learnt something will have an answer, and you will know more after two minutes than from any piece of paper.</p>
<h2>Why we give them at all</h2>
<p>Because finishing something deserves a mark, and because people like to see it on the wall. We do too. We would only ask you to value the ten hours behind it more than the sheet in front of it.</p>
<p>If you have a course waiting for its last two lessons, <a href="/student/allcourses">this may be a good evening for them</a>.</p>`,
  },
  {
    title: 'Asking a question that gets an answer',
    subtitle: 'How to write to a teacher, a colleague or a forum so that the first reply already helps.',
    ageDays: 222,
    content: `<p>Behind the chat button here sits a person. We answer every message, usually within a day. Some questions we can answer in a minute; with others it takes three rounds before we know what is being asked. The difference has nothing to do with how much somebody knows. It lies in how the question is put, and that can be learnt in ten minutes.</p>
<h2>Two messages</h2>
<p>Here is the first one:</p>
<blockquote><p>Hi, the command from lesson 5 doesn’t work. What am I doing wrong?</p></blockquote>
<p>And here is the second, from the same person on the following day:</p>
<blockquote><p>In lesson 5 (conflicts) I set merge.conflictStyle to zdiff3, and now git merge stops with “fatal: unknown style 'zdiff3' given for 'merge.conflictstyle'”. I expected a conflict with a middle part. The example is the recipe book from lesson 1. Git 2.34 on Ubuntu. Could my Git be too old?</p></blockquote>
<p>The answer to the second message was “Yes, exactly that.” What is more, the writer already knew it. Putting the question in order had produced the answer, which happens more often than you would believe.</p>
<h2>Five parts</h2>
<ol>
<li><strong>Where you are.</strong> Course, lesson, minute, or a link. With code: which file, which version, which system.</li>
<li><strong>What you want.</strong> The aim, and not only the step. If you are on the wrong path, we can see it only if we know where you are going.</li>
<li><strong>What you did.</strong> The exact command or the smallest piece of code that shows it.</li>
<li><strong>What you expected, and what happened.</strong> Both. The whole message, copied as text, not a photograph of the screen.</li>
<li><strong>What you have tried.</strong> One line is enough. It saves us from proposing the same.</li>
</ol>
<p>As a form to copy:</p>
<pre><code>Where:     Git, understood once, lesson 5
Goal:      see what was there before the conflict
I did:     git config --global merge.conflictStyle zdiff3
           git merge anna
Expected:  a middle part between the two sides
Got:       fatal: unknown style 'zdiff3' (all of it below)
Tried:     diff3 in its place, which works</code></pre>
<h2>Make it small</h2>
<p>The most useful work is to take away everything that is not needed for the problem to appear. Remove a column: is it still there? Remove the second table? After five such steps either the problem is small enough to be seen, or the last thing you removed was its cause.</p>
<p>We do the same when you send us something large. You will just be quicker, since you know your code.</p>
<h2>Do not apologise</h2>
<p>Many messages begin with “Sorry, this is probably a stupid question”. It is not. If a lesson has left a question open, then the lesson is incomplete, and you are the one who tells us so. A good part of the changes we make to courses comes from such messages.</p>
<p>And please do ask early. Half an hour alone with a problem is well spent; you learn to search. Half a week is not.</p>
<h2>What not to send</h2>
<p>Never a password, an access key or somebody’s personal data, whether to us or to a forum. Replace them with <code>XXXX</code>, and look once more at the screenshot before you send it.</p>
<h2>After the answer</h2>
<p>Write one line to say whether it helped. It closes the matter for the one who answered, and if you asked in public, it helps the next person who has the same question at eleven at night. Then write down the answer in your own words, on a card if you keep any. You have paid for it with an evening; keep it.</p>
<p>The chat is open to you as soon as you are signed in, and there is in <a href="/student/allcourses">every course</a> something to ask about.</p>`,
  },
  {
    title: 'Exercises that teach something',
    subtitle: 'For teachers: six kinds of task that beat “now try it yourself”.',
    ageDays: 289,
    content: `<p>“Now try it yourself” is the most common exercise on the web and perhaps the least useful. Those who have understood do not need it, and those who have not do not know where to begin. Over the years we have collected kinds of exercise that work better. None of them takes long to write.</p>
<h2>Predict, then run</h2>
<p>Show a few lines, ask what will come out, and only then let people run them. The answer has to be written down first; without that it turns into nodding.</p>
<pre><code>SELECT count(*), count(returned_on)
FROM loans;
-- 12 loans, 5 of them not yet returned.
-- Which two numbers?</code></pre>
<p>(12 and 7, because <code>count</code> of a column leaves out the NULLs.) Choose cases where the common wrong idea leads to a different answer from the right one. Otherwise the exercise cannot tell them apart, and neither can you.</p>
<h2>Find the fault</h2>
<p>Give a program that is nearly right and say what it should do. Finding faults is most of what programmers do, and it is hardly ever taught. Use faults that you have really seen. Invented ones tend to look invented.</p>
<h2>Put in order</h2>
<p>Take a correct solution, cut it into lines, and shuffle them. The student’s task is to put them back. These are known as Parsons problems. They practise the structure of a solution without the trouble of typing, and they suit beginners on a phone. Adding two lines that do not belong makes it much harder.</p>
<h2>Change one thing</h2>
<p>Start from something that works. “The list shows all members; make it show only those who joined this year.” To do so one has to read the code and find the place, which is what most of the work in a real job looks like. An empty file is a rather unnatural place to start.</p>
<h2>Fade the help</h2>
<p>Give three tasks of the same kind. In the first the solution is shown in full and explained; in the second, half of it is there; in the third, only the question. Beginners learn more from studying worked examples than from solving everything alone, and with growing skill the effect reverses. So take the help away step by step.</p>
<h2>Explain to somebody</h2>
<p>“Your colleague believes that a backup is unnecessary because the database is replicated. Answer in three sentences.” To write it one needs to have understood, and it is a situation that will really come. It is also the only kind here that a machine cannot easily mark, and the one whose answers we most enjoy reading.</p>
<h2>Four rules for all of them</h2>
<ol>
<li><strong>One difficulty at a time.</strong> If the task is about joins, let the column names be obvious.</li>
<li><strong>Say when it is done.</strong> “The result has four rows, and Amina is among them.” Then nobody needs to ask whether it is right.</li>
<li><strong>Give a hint before the solution.</strong> One line that names the place to look. Most people need only that.</li>
<li><strong>Explain the wrong answers too.</strong> “If you had five rows, you counted Jon’s two loans twice.” No other sentence teaches so much for its length.</li>
</ol>
<h2>How many?</h2>
<p>Fewer than you think: two or three for a lesson, of different kinds. One should come from an earlier lesson. Mixing old and new feels harder and gives worse results on the day, and better ones a month later. Tell your students that, or they will believe they are getting worse.</p>
<p>To see how this looks in practice, take any of the <a href="/student/allcourses">free courses</a>. And if you know a seventh kind, please write to us; the list has grown only through letters.</p>`,
  },
]
