import sanitizeHtml from 'sanitize-html'
import { keptAttributes, POST_TAGS } from '#contract/post-html.ts'

/** What these hold is no text for readers, or is read as markup by one parser and as text by another. */
const DROPPED_WHOLE = [
  ...[
    'script',
    'style',
    'textarea',
    'select',
    'option',
    'xmp',
    'noscript',
    'noembed',
    'noframes',
    'plaintext',
    'iframe',
  ],
  ...['svg', 'math', 'template', 'title', 'object', 'applet', 'canvas', 'audio', 'video', 'head', 'frameset'],
]

/** The editor nests next to nothing, and what is pasted into it a little. */
const DEEPEST_KEPT = 40
/** Nobody wrote this, and parsing takes time with the square of its depth. */
const DEEPEST_READ = 1_000

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: POST_TAGS,
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: DEEPEST_KEPT,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: keptAttributes(tagName, attribs) }) },
  // Beside our own rules those of the library hold.
  allowedAttributes: {
    '*': ['class', 'style'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    li: ['data-list'],
    div: ['spellcheck', 'data-language'],
    pre: ['spellcheck'],
    span: ['contenteditable'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === 'div') return attribs.class?.startsWith('ql-code-block') ? false : 'excludeTag'
    return tag === 'img' && !attribs.src
  },
}

class TooDeep extends Error {}

/** A post's HTML with nothing in it but what its editor writes (contract/post-html.ts), as a browser would write it out. */
export function cleanContent(html: string): string {
  let depth = 0
  const watch: sanitizeHtml.IOptions = {
    onOpenTag: () => {
      if (++depth > DEEPEST_READ) throw new TooDeep()
    },
    onCloseTag: () => void depth--,
  }
  try {
    return sanitizeHtml(html, { ...OPTIONS, ...watch })
      .replaceAll(' />', '>')
      .replaceAll('\u00a0', '&nbsp;')
  } catch (error) {
    if (error instanceof TooDeep) return ''
    throw error
  }
}
