import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { filterAttributes, POST_TAGS } from '#contract/text/post-html.ts'

/** Their content is not text for readers, or parsers disagree on whether it is markup. */
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

/** The editor hardly nests; pasted content nests a little. */
const MAX_NESTING = 40
/** Parsing time grows with the square of the depth, and no real post is this deep. */
const MAX_PARSE_DEPTH = 1_000

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: POST_TAGS,
  nonTextTags: DROPPED_TAGS,
  nestingLimit: MAX_NESTING,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: filterAttributes(tagName, attribs) }) },
  // filterAttributes is stricter; this list is a second line of defense.
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
  allowedSchemesByTag: { img: ['https', 'data'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === 'div') return attribs.class?.startsWith('ql-code-block') ? false : 'excludeTag'
    return tag === 'img' && !attribs.src
  },
}

class TooDeepError extends Error {}

/** Keeps only what the editor writes (contract/text/post-html.ts), serialized as a browser would. */
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

/** Digests of HTML that came out as it went in. */
const knownClean = new LRUCache<string, true>({ max: 5_000 })

/**
 * The same for HTML that was sanitized when it was stored: an import or an older release may have stored other. What was
 * found clean is not parsed again, which takes far longer than the digest.
 */
export function sanitizeStoredHtml(html: string): string {
  const digest = hash('sha256', html, 'base64url')
  if (knownClean.has(digest)) return html
  const clean = sanitizePostHtml(html)
  if (clean === html) knownClean.set(digest, true)
  return clean
}
