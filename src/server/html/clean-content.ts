import sanitizeHtml, { type IOptions } from 'sanitize-html'

/** A picture inside a post, as text: about a mebibyte of it. */
const LONGEST_PICTURE = 1_400_000
const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(,\s*[\d.]+\s*)?\)$/, /^[a-z]{3,20}$/]
/** What the editor gives to words and blocks: indents, alignment, sizes, fonts, code. */
const EDITOR_CLASSES = ['ql-indent-[1-8]', 'ql-align-(center|right|justify)', 'ql-direction-rtl', 'ql-size-(small|large|huge)', 'ql-font-(serif|monospace)']
const CODE_CLASSES = ['ql-syntax', 'ql-code-block-container', 'ql-code-block']
const classes = [...EDITOR_CLASSES, ...CODE_CLASSES].map((name) => new RegExp(`^${name}$`))

const isOwnUpload = (address: string) => /^\/uploads\/[0-9a-f]{32}\.(webp|png|jpg)$/.test(address)
const isPictureData = (address: string) =>
  address.length <= LONGEST_PICTURE && /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(address)
const isWebAddress = (address: string) => /^https?:\/\//i.test(address)

const RULES: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'div', 'span', 'blockquote', 'pre', 'code', 'ol', 'ul', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img'],
  ],
  allowedAttributes: {
    '*': ['class', 'style'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    li: ['data-list'],
    div: ['data-language'],
  },
  allowedClasses: { '*': classes },
  allowedStyles: { '*': { color: COLOUR, 'background-color': COLOUR } },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // With what is inside them: none of it was meant to be read.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noembed', 'noframes', 'template', 'xmp', 'title', 'plaintext', 'svg', 'math', 'object', 'select'],
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: isLink(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {} }),
    img: (tagName, { src = '', alt = '', width, height }) => ({
      tagName,
      attribs: {
        ...(isPicture(src) && { src }),
        alt,
        ...(isSize(width) && { width }),
        ...(isSize(height) && { height }),
      },
    }),
    li: (tagName, attribs) => ({ tagName, attribs: withoutStranger(attribs, 'data-list', /^(ordered|bullet|checked|unchecked)$/) }),
    div: (tagName, attribs) => ({ tagName, attribs: withoutStranger(attribs, 'data-language', /^[a-z+#-]{1,20}$/) }),
  },
  // A picture that may not show is none.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

const isLink = (href: string) => isWebAddress(href) || /^mailto:[^\s<>"]+$/i.test(href) || /^\/(?!\/)[^\s<>"]*$/.test(href)
const isPicture = (src: string) => isOwnUpload(src) || isPictureData(src) || isWebAddress(src)
const isSize = (size: string | undefined): size is string => /^\d{1,4}$/.test(size ?? '')

function withoutStranger(attribs: Record<string, string>, name: string, known: RegExp): Record<string, string> {
  const { [name]: value, ...rest } = attribs
  return value !== undefined && known.test(value) ? { ...rest, [name]: value } : rest
}

/**
 * A post's HTML with nothing in it but what the editor writes. Cleaned when it is written and again whenever it is sent:
 * what was let in by an older version, or came by another way, does not get out.
 */
export function cleanContent(html: string): string {
  return sanitizeHtml(html, RULES)
}
