import { expect, test } from 'vitest'
import { getNotesFileName, toMarkdown } from './notes-markdown.ts'

const note = (material_id: number, seconds: number, text: string) => ({
  ...{ note_id: seconds + 1, material_id, seconds, text, created_date: '2026-11-22T00:00:00.000Z' },
})

test('lists the notes by lesson, with links to their moments', () => {
  const lessons = [
    { material_id: 1, title: 'Joins', kind: 'video' },
    { material_id: 2, title: 'Empty', kind: 'video' },
    { material_id: 3, title: 'Keys & [links] *', kind: 'article' },
  ]
  const notes = [note(1, 12.7, 'First\nSecond line'), note(3, 0, 'Read **again**')]
  expect(toMarkdown({ title: '# SQL', url: 'https://x.example/c/1', lessons, notes })).toBe(`# \\# SQL

## 1. Joins

- [0:12](https://x.example/c/1?lesson=1&t=12) First
  Second line

## 3. Keys & \\[links\\] \\*

- [Note](https://x.example/c/1?lesson=3) Read **again**
`)
})

test.each([
  ['SQL for people: with questions', 'SQL-for-people-with-questions-notes.md'],
  ['قواعد البيانات', 'قواعد-البيانات-notes.md'],
  ['../..', 'course-notes.md'],
])('names the file of %j', (title, name) => {
  expect(getNotesFileName(title)).toBe(name)
})
