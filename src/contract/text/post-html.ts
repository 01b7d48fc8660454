import { isAllowedPicture } from '#contract/media/addresses.ts'

// The allowlist for a post's HTML: what its editor writes. The server sanitizes by it when it stores and sends, and the
// browser again before it renders, because each parses HTML in its own way.

/** Other elements are replaced by their content. */
export const POST_TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'ol', 'ul', 'li', 'blockquote', 'pre', 'code'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'a', 'img', 'div'],
]

/** The editor uses `div` for code only. */
const ALLOWED_CLASS =
  /^ql-(?:indent-[1-8]|align-(?:center|right|justify)|size-(?:small|large|huge)|font-(?:serif|monospace)|direction-rtl|syntax|code-block|code-block-container|ui)$/
const COLOUR = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgba?\(\d{1,3}, ?\d{1,3}, ?\d{1,3}(?:, ?(?:0|1|0?\.\d{1,4}))?\))$/i
const EXTERNAL_LINK = /^(?:https?:\/\/|mailto:)[^"<>`\u0000-\u001f]+$/i
/** A backslash or a tab after the slash would lead to another site. */
const SITE_PATH = /^\/(?![/\\])[^\s"<>`\\\u0000-\u001f]*$/
const EXTERNAL_PICTURE = /^https:\/\/[^"<>`\u0000-\u001f]+$/i
const UPLOADED_PICTURE = /^\/uploads\/[0-9a-f]{32}\.webp$/
const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/
/** 1 MiB, in base64. */
const MAX_DATA_PICTURE_LENGTH = Math.ceil((1024 * 1024 * 4) / 3) + 30

const allowValues =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value) ? value : null
const allowPatterns =
  (...patterns: RegExp[]) =>
  (value: string) =>
    patterns.some((pattern) => pattern.test(value)) ? value : null

/** Returns the value to store, or null to drop the attribute. */
type AttributeFilter = (value: string) => string | null

const GLOBAL_ATTRIBUTES: Record<string, AttributeFilter> = {
  class: (value) =>
    value
      .split(/\s+/)
      .filter((name) => ALLOWED_CLASS.test(name))
      .join(' ') || null,
  style: (value) => value.split(';').flatMap(filterDeclaration).join(' ') || null,
}

const TAG_ATTRIBUTES: Record<string, Record<string, AttributeFilter>> = {
  a: { href: (value) => allowPatterns(EXTERNAL_LINK, SITE_PATH)(value.trim()), target: allowValues('_blank') },
  img: {
    src: (value) => filterPictureSource(value.trim()),
    alt: (value) => value,
    width: allowPatterns(/^\d{1,4}$/),
    height: allowPatterns(/^\d{1,4}$/),
  },
  li: { 'data-list': allowValues('bullet', 'ordered', 'checked', 'unchecked') },
  div: { spellcheck: allowValues('false'), 'data-language': allowPatterns(/^[a-z0-9+#-]{1,30}$/) },
  pre: { spellcheck: allowValues('false') },
  span: { contenteditable: allowValues('false') },
}

/** The allowed attributes of an element, in the given order. */
export function filterAttributes(tag: string, inputAttributes: Record<string, string>): Record<string, string> {
  const rules = new Map(
    Object.entries({ ...GLOBAL_ATTRIBUTES, ...(Object.hasOwn(TAG_ATTRIBUTES, tag) && TAG_ATTRIBUTES[tag]) }),
  )
  const allowed = Object.entries(inputAttributes).flatMap(([name, value]) => {
    const filteredValue = rules.get(name)?.(value)
    return filteredValue === null || filteredValue === undefined ? [] : [[name, filteredValue] as const]
  })
  const { target, ...attributes }: Record<string, string> = Object.fromEntries(allowed)
  const opensInNewTab = tag === 'a' && (target !== undefined || EXTERNAL_LINK.test(attributes.href ?? ''))
  return opensInNewTab ? { ...attributes, ...NEW_TAB_ATTRIBUTES } : attributes
}

/** An external page must not reach the post it was opened from. */
const NEW_TAB_ATTRIBUTES = { rel: 'noopener noreferrer', target: '_blank' }

function filterDeclaration(declaration: string): string[] {
  const [name = '', value = '', ...rest] = declaration.split(':').map((part) => part.trim())
  const isAllowed = (name === 'color' || name === 'background-color') && COLOUR.test(value) && rest.length === 0
  return isAllowed ? [`${name}: ${value};`] : []
}

function filterPictureSource(source: string): string | null {
  // The content security policy would block another address, such as one with http:.
  const isAllowed = isAllowedPicture(source) && source.length <= MAX_DATA_PICTURE_LENGTH
  const patterns = isAllowed ? [EXTERNAL_PICTURE, UPLOADED_PICTURE, DATA_PICTURE] : []
  return allowPatterns(...patterns)(source)
}
