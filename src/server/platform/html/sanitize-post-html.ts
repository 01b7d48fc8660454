import sanitizeHtml from 'sanitize-html'
import { filterAttributes, POST_TAGS } from '#contract/post-html.ts'

/** What these hold is no text for readers, or is read as markup by one parser and as text by another. */
const DROPPED_TAGS = [
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
const MAX_NESTING = 40
/** Nobody wrote this, and parsing takes time with the square of its depth. */
const MAX_PARSE_DEPTH = 1_000

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: POST_TAGS,
  nonTextTags: DROPPED_TAGS,
  nestingLimit: MAX_NESTING,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: filterAttributes(tagName, attribs) }) },
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

class TooDeepError extends Error {}

/** A post's HTML with nothing in it but what its editor writes (contract/post-html.ts), as a browser would write it out. */
export function sanitizePostHtml(html: string): string {
  let depth = 0
  const depthGuard: sanitizeHtml.IOptions = {
    onOpenTag: () => {
      if (++depth > MAX_PARSE_DEPTH) throw new TooDeepError()
    },
    onCloseTag: () => void depth--,
  }
  try {
    return sanitizeHtml(html, { ...OPTIONS, ...depthGuard })
      .replaceAll(' />', '>')
      .replaceAll('\u00a0', '&nbsp;')
  } catch (error) {
    if (error instanceof TooDeepError) return ''
    throw error
  }
}
