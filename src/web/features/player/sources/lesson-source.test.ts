import { expect, test } from 'vitest'
import { parseLessonSource } from './lesson-source.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', { kind: 'youtube', id: 'dQw4w9WgXcQ' }],
  ['https://vimeo.com/76979871', { kind: 'vimeo', id: '76979871', hash: null }],
  ['https://vimeo.com/76979871/abc123', { kind: 'vimeo', id: '76979871', hash: 'abc123' }],
  ['https://player.vimeo.com/video/76979871?h=abc123', { kind: 'vimeo', id: '76979871', hash: 'abc123' }],
  ['https://media.example/a/master.m3u8?token=1', { kind: 'hls', url: 'https://media.example/a/master.m3u8?token=1' }],
  ['https://media.example/a.mp4', { kind: 'file', url: 'https://media.example/a.mp4' }],
  ['/uploads/0123.webm', { kind: 'file', url: '/uploads/0123.webm' }],
  ['https://notyoutube.com/watch?v=dQw4w9WgXcQ', { kind: 'file', url: 'https://notyoutube.com/watch?v=dQw4w9WgXcQ' }],
  ['https://www.youtube.com/watch?v="><script>', { kind: 'file', url: 'https://www.youtube.com/watch?v="><script>' }],
])('parses %s', (url, source) => {
  expect(parseLessonSource(url)).toEqual(source)
})
