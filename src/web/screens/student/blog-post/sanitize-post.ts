import DOMPurify from 'dompurify'
import { filterAttributes, POST_TAGS } from '#contract/post-html.ts'

const ATTRIBUTES = [
  ...['class', 'style', 'href', 'target', 'rel', 'src', 'alt', 'width', 'height'],
  ...['data-list', 'data-language', 'spellcheck', 'contenteditable'],
]

/** Null where there is no document: what the server renders, it has cleaned itself. */
const purifier = DOMPurify.isSupported ? DOMPurify() : null

purifier?.addHook('afterSanitizeAttributes', (element) => {
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  const allowed = filterAttributes(element.tagName.toLowerCase(), attributes)
  for (const name of Object.keys(attributes)) if (!Object.hasOwn(allowed, name)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(allowed)) if (attributes[name] !== value) element.setAttribute(name, value)
})

/** A post's HTML as this browser reads it, with nothing in it but what the editor writes. */
export function sanitizePost(html: string): string {
  if (!purifier) return html
  return purifier.sanitize(html, {
    ALLOWED_TAGS: POST_TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}
