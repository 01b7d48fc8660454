import { expect, test } from 'vitest'
import { toEmbedUrl } from './embeds.ts'

test.each([
  ['https://codepen.io/ada/pen/abcDEF', 'https://codepen.io/ada/embed/abcDEF?default-tab=result'],
  ['https://codesandbox.io/s/lantern-x1y2', 'https://codesandbox.io/embed/lantern-x1y2'],
  ['https://codesandbox.io/p/sandbox/lantern-x1y2?file=a', 'https://codesandbox.io/embed/lantern-x1y2'],
  ['https://stackblitz.com/edit/vitejs?file=a.ts', 'https://stackblitz.com/edit/vitejs?file=a.ts&embed=1'],
  ['https://observablehq.com/@d3/bar-chart?cells=chart', 'https://observablehq.com/embed/@d3/bar-chart?cells=chart'],
  ['https://www.geogebra.org/m/abc123', 'https://www.geogebra.org/material/iframe/id/abc123'],
  ['https://www.desmos.com/calculator/abc', 'https://www.desmos.com/calculator/abc?embed'],
  ['https://www.figma.com/design/Ab1/Name', 'https://embed.figma.com/design/Ab1/Name?embed-host=learn-lantern'],
  ['https://docs.google.com/document/d/1a-B_c/edit#heading', 'https://docs.google.com/document/d/1a-B_c/preview'],
  ['https://docs.google.com/document/d/e/2P-x/pub', 'https://docs.google.com/document/d/e/2P-x/pub?embedded=true'],
  ['https://docs.google.com/spreadsheets/d/1a/edit', 'https://docs.google.com/spreadsheets/d/1a/preview'],
  ['https://docs.google.com/presentation/d/1a/edit', 'https://docs.google.com/presentation/d/1a/embed'],
  ['https://docs.google.com/forms/d/e/1a/viewform', 'https://docs.google.com/forms/d/e/1a/viewform?embedded=true'],
  ['https://www.loom.com/share/0123abcd?sid=1', 'https://www.loom.com/embed/0123abcd'],
  ['https://open.spotify.com/intl-de/episode/4aB?si=1', 'https://open.spotify.com/embed/episode/4aB'],
  ['https://soundcloud.com/ada/song', 'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fsong'],
])('frames %s', (link, frame) => {
  expect(toEmbedUrl(link)).toBe(frame)
  // What is framed is https, so the content security policy lets it through.
  expect(new URL(frame).protocol).toBe('https:')
})

test.each([
  '',
  'x',
  'javascript:alert(1)',
  'http://codepen.io/ada/pen/abc',
  'https://codepen.io/',
  'https://codepen.io:8443/ada/pen/abc',
  'https://ada@codepen.io/ada/pen/abc',
  'https://codepen.io.evil.example/ada/pen/abc',
  'https://evilcodepen.io/ada/pen/abc',
  'https://accounts.google.com/document/d/1a/edit',
  'https://docs.google.com/u/0/logout',
  'https://www.loom.com/login',
  'https://media.example/x',
])('refuses %j', (link) => {
  expect(toEmbedUrl(link)).toBeNull()
})
