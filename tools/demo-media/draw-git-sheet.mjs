// Draws the demo academy's PDF, `assets/demo/git-on-one-page.pdf`: `node tools/demo-media/draw-git-sheet.mjs`. The file
// is committed.
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

const COLORS = { ink: '#1a2440', soft: '#55607a', amber: '#f2a324', paper: '#faf7f1' }
const MARGIN = 48
const [WIDTH, HEIGHT] = [595.28, 841.89]
const COLUMN = (WIDTH - 2 * MARGIN - 24) / 2

const GROUPS = [
  [
    'Look',
    [
      ['git status', 'where am I, what has changed'],
      ['git log --oneline --graph --all', 'the whole drawing'],
      ['git diff', 'not yet added'],
      ['git diff --staged', 'in the next commit'],
      ['git cat-file -p HEAD', 'a commit as text'],
    ],
  ],
  [
    'Commit',
    [
      ['git add -p', 'choose piece by piece'],
      ['git commit', 'a new photograph'],
      ['git commit --amend', 'take the last one again'],
      ['git stash', 'put changes aside'],
    ],
  ],
  [
    'Branch',
    [
      ['git switch -c name', 'a new note, and stand on it'],
      ['git switch name', 'stand somewhere else'],
      ['git branch -d name', 'take the note away'],
      ['git reset --keep commit', 'move my note'],
    ],
  ],
  [
    'Together',
    [
      ['git fetch', 'see what others did'],
      ['git merge name', 'two parents'],
      ['git rebase name', 'new commits, new names'],
      ['git push', 'show it to others'],
    ],
  ],
  [
    'Rescue',
    [
      ['git reflog', 'where HEAD has been'],
      ['git branch rescued HEAD@{1}', 'a name for the lost one'],
      ['git restore file', 'throw away changes'],
      ['git revert commit', 'undo in public'],
      ['git merge --abort', 'back to before'],
    ],
  ],
]

const sheet = new PDFDocument({
  size: 'A4',
  // Text is placed line by line, so that no page is added.
  margin: 0,
  lang: 'en',
  info: { Title: 'Git on one page', Author: 'Learn Lantern', CreationDate: new Date('2025-01-01T00:00:00Z') },
})
sheet.pipe(createWriteStream(fileURLToPath(new URL('../../assets/demo/git-on-one-page.pdf', import.meta.url))))
sheet.rect(0, 0, WIDTH, HEIGHT).fill(COLORS.paper)
sheet.fillColor(COLORS.ink).font('Times-Bold').fontSize(30).text('Git on one page', MARGIN, MARGIN)
sheet.font('Helvetica').fontSize(10.5).fillColor(COLORS.soft)
sheet.text('Three drawings, twenty-two commands. From “Git, understood once”.', MARGIN, 88)
drawGraphs(122)
drawGroups(316)
sheet.fontSize(9).fillColor(COLORS.soft).font('Helvetica')
sheet.text('Do not rebase what others have built upon.', MARGIN, HEIGHT - 66, { lineBreak: false })
sheet.end()

function drawGraphs(top) {
  const width = (WIDTH - 2 * MARGIN - 32) / 3
  const at = (index) => MARGIN + index * (width + 16)
  frame(at(0), top, width, '1  A commit points to its parent')
  chain(at(0) + 34, top + 90, 3)
  frame(at(1), top, width, '2  A branch is a name for one commit')
  chain(at(1) + 34, top + 110, 3)
  note(at(1) + 102, top + 62, 'main')
  sheet
    .moveTo(at(1) + 128, top + 80)
    .lineTo(at(1) + 126, top + 98)
    .stroke(COLORS.soft)
  frame(at(2), top, width, '3  A merge has two parents')
  chain(at(2) + 28, top + 110, 2)
  commit(at(2) + 74, top + 66)
  commit(at(2) + 124, top + 92)
  line(at(2) + 36, top + 103, at(2) + 66, top + 72)
  line(at(2) + 84, top + 69, at(2) + 115, top + 87)
  line(at(2) + 84, top + 108, at(2) + 115, top + 96)
}

function frame(x, y, width, title) {
  sheet.roundedRect(x, y, width, 168, 8).lineWidth(1).stroke('#d9d2c3')
  sheet
    .font('Helvetica-Bold')
    .fontSize(9.5)
    .fillColor(COLORS.ink)
    .text(title, x + 12, y + 14, { width: width - 24 })
}

function chain(x, y, count) {
  for (let index = 0; index < count; index++) {
    const centre = x + index * 46
    if (index > 0) line(centre - 36, y, centre - 10, y)
    commit(centre, y)
  }
}

function commit(x, y) {
  sheet.circle(x, y, 10).fillAndStroke(COLORS.amber, COLORS.ink)
}

function line(fromX, fromY, toX, toY) {
  sheet.lineWidth(1.4).moveTo(fromX, fromY).lineTo(toX, toY).stroke(COLORS.ink)
}

function note(x, y, text) {
  sheet.rect(x, y, 52, 18).fillAndStroke('#fff2c9', COLORS.ink)
  sheet
    .font('Courier-Bold')
    .fontSize(10)
    .fillColor(COLORS.ink)
    .text(text, x, y + 5, { width: 52, align: 'center' })
}

function drawGroups(top) {
  const y = [top, top]
  for (const [index, [title, rows]] of GROUPS.entries()) {
    const column = index < 3 ? 0 : 1
    const x = MARGIN + column * (COLUMN + 24)
    sheet.font('Times-Bold').fontSize(15).fillColor(COLORS.ink).text(title, x, y[column])
    y[column] += 24
    for (const [command, meaning] of rows) {
      sheet.font('Courier-Bold').fontSize(9.5).fillColor(COLORS.ink).text(command, x, y[column])
      sheet
        .font('Helvetica')
        .fontSize(9)
        .fillColor(COLORS.soft)
        .text(meaning, x, y[column] + 12)
      y[column] += 26
    }
    y[column] += 12
  }
}
