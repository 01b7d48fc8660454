import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { POST_TAGS } from '#contract/text/post-html.ts'
import { demoPosts } from '#server/demo/content/posts-content.ts'
import { sanitizePostHtml, sanitizeStoredHtml } from './sanitize-post-html.ts'
import { editorHtml } from '#server/testing/html/editor-content.ts'
import { hostileHtml } from '#server/testing/html/hostile-content.ts'

const ATTRIBUTES = [
  'class',
  'style',
  'href',
  'target',
  'rel',
  'src',
  'alt',
  'width',
  'height',
  'data-list',
  'data-language',
  'spellcheck',
  'contenteditable',
]
const STYLE = /^(?:(?:background-)?color: (?:#[0-9a-f]{3,6}|rgba?\([\d., ]+\));? ?)+$/i
const PICTURE = /^(?:https:\/\/|\/uploads\/[0-9a-f]{32}\.webp$|data:image\/(?:png|jpeg|gif|webp);base64,)/

const { document } = new JSDOM('').window

/** The DOM that a browser creates. */
function parse(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

function findForbidden(root: HTMLElement): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const tag = element.tagName.toLowerCase()
    if (!POST_TAGS.includes(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return [tag]
    return [...element.attributes].flatMap(({ name, value }) =>
      isForbidden(name, value) ? [`${tag} ${name}=${value}`] : [],
    )
  })
}

function isForbidden(name: string, value: string): boolean {
  if (!ATTRIBUTES.includes(name)) return true
  if (name === 'class') return !value.split(' ').every((one) => one.startsWith('ql-'))
  if (name === 'style') return !STYLE.test(value)
  if (name === 'src') return !PICTURE.test(value)
  if (name !== 'href') return false
  const { protocol, host } = new URL(value, 'https://own.example')
  return (
    !['http:', 'https:', 'mailto:'].includes(protocol) || (!/^(https?|mailto):/i.test(value) && host !== 'own.example')
  )
}

const shorten = (html: string) => html.slice(0, 110)

test.each([
  '<img src="http://a.example/x.png">',
  '<img src=" HTTP://a.example/x.png ">',
  '<img src="//a.example/x.png">',
  '<img src="ftp://a.example/x.png">',
  '<a href="https://a.example"><img src="http://a.example/x.png"></a>',
])('a picture that the content security policy would block is dropped: %s', (html) => {
  expect(sanitizePostHtml(`<p>Before ${html} after</p>`)).not.toContain('<img')
})

test('pictures by https and uploaded ones stay', () => {
  const html = `<p><img src="https://a.example/x.png"><img src="/uploads/${'a1'.repeat(16)}.webp"></p>`
  expect(sanitizePostHtml(html)).toBe(html)
})

describe('hostile HTML loses everything that could run', () => {
  test('covers at least 200 attacks', () => expect(new Set(hostileHtml).size).toBeGreaterThanOrEqual(200))

  test.each(hostileHtml.map((html) => [shorten(html), html]))('%s', (_short, html) => {
    for (const around of [html, `<p>${html}</p>`, `<ul><li>${html}`, `</div>${html}`, `<pre>${html}</pre>`]) {
      const clean = sanitizePostHtml(around)
      const tree = parse(clean)
      expect(findForbidden(tree)).toEqual([])
      // Mutation XSS appears when browsers serialize and parse again.
      expect(findForbidden(parse(tree.innerHTML))).toEqual([])
      expect(sanitizePostHtml(clean)).toBe(clean)
    }
  })
})

describe('editor HTML stays unchanged', () => {
  test('covers at least 40 samples', () => expect(new Set(editorHtml).size).toBeGreaterThanOrEqual(40))
  test.each(editorHtml)('%s', (html) => expect(sanitizePostHtml(html)).toBe(html))
  test.each(demoPosts.map(({ title, content }) => [title, content]))('the demo post “%s”', (_title, content) => {
    expect(parse(sanitizePostHtml(content)).innerHTML).toBe(parse(content).innerHTML)
  })
})

test('keeps the text of a removed element', () => {
  expect(sanitizePostHtml('<section><p>Kept</p><button>also</button></section>')).toBe('<p>Kept</p>also')
  expect(sanitizePostHtml('<div>bare <b>too</b></div><p>after</p>')).toBe('bare <b>too</b><p>after</p>')
})

test('removes the content of scripts and styles', () => {
  expect(sanitizePostHtml('a<script>b</script><style>c</style><noscript>d</noscript><svg>e</svg><xmp>f</xmp>g')).toBe(
    'ag',
  )
})

test('accepts an inline picture of one mebibyte and removes a larger one', () => {
  const picture = (bytes: number) =>
    `<p><img src="data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}"></p>`
  expect(sanitizePostHtml(picture(1024 * 1024))).toContain('<img')
  expect(sanitizePostHtml(picture(1024 * 1024 + 30))).toBe('<p></p>')
})

test('opens external links in a new tab without access to the page', () => {
  const apart = '<a href="https://a.example" rel="noopener noreferrer" target="_blank">x</a>'
  for (const given of ['', ' target="_self"', ' rel="opener" target="_blank"', ' target="x"']) {
    expect(sanitizePostHtml(`<a href="https://a.example"${given}>x</a>`)).toBe(apart)
  }
})

test('sanitizes the longest post within two seconds at any nesting', () => {
  const long = '<p>Some <strong>bold</strong> text and a <a href="https://a.example">link</a>.</p>'
  for (const html of [
    long.repeat(500_000 / long.length),
    '<b>'.repeat(160_000),
    '<div>'.repeat(100_000),
    `<p style="${'color:#fff;'.repeat(45_000)}">`,
    `<img src="${'data:image/png;base64,'.repeat(20_000)}">`,
  ]) {
    const start = performance.now()
    sanitizePostHtml(html)
    expect(performance.now() - start).toBeLessThan(2_000)
  }
})

test('sanitizes what was stored at each read unless it was found clean', () => {
  const clean = '<p>Some <strong>bold</strong> text.</p>'
  for (let read = 0; read < 3; read++) {
    expect(sanitizeStoredHtml(`${clean}<script>alert(1)</script>`)).toBe(clean)
    expect(sanitizeStoredHtml(clean)).toBe(clean)
  }
})
