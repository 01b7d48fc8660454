import DOMPurify from 'dompurify'
import { filterAttributes, POST_TAGS } from '#contract/text/post-html.ts'

const ATTRIBUTES = [
  ...['class', 'style', 'href', 'target', 'rel', 'src', 'alt', 'width', 'height'],
  ...['data-list', 'data-language', 'spellcheck', 'contenteditable'],
]

/** Null during server rendering, where the content is already sanitized. */
const purifier = DOMPurify.isSupported ? DOMPurify() : null

purifier?.addHook('afterSanitizeAttributes', (element) => {
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  const allowed = filterAttributes(element.tagName.toLowerCase(), attributes)
  for (const name of Object.keys(attributes)) if (!Object.hasOwn(allowed, name)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(allowed)) if (attributes[name] !== value) element.setAttribute(name, value)
})

/** Removes everything that the editor does not produce. */
export function sanitizePost(html: string): string {
  if (!purifier) return html
  return purifier.sanitize(html, {
    ALLOWED_TAGS: POST_TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}
