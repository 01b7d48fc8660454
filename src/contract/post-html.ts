// What a post may hold: what its editor writes, and nothing else. The server cleans by these rules whatever it keeps or
// sends, and the browser, which reads HTML in its own way, once more right before it shows it.

/** The content of any other element stays, save of those that hold no text for readers. */
export const POST_TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'ol', 'ul', 'li', 'blockquote', 'pre', 'code'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'a', 'img', 'div'],
]

/** `div` is the editor's for code alone. */
const CLASS =
  /^ql-(?:indent-[1-8]|align-(?:center|right|justify)|size-(?:small|large|huge)|font-(?:serif|monospace)|direction-rtl|syntax|code-block|code-block-container|ui)$/
const COLOUR = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgba?\(\d{1,3}, ?\d{1,3}, ?\d{1,3}(?:, ?(?:0|1|0?\.\d{1,4}))?\))$/i
const LINK = /^(?:https?:\/\/|mailto:)[^"<>`\u0000-\u001f]+$/i
/** A backslash or a tab after the slash would make another site of it. */
const OWN_PATH = /^\/(?![/\\])[^\s"<>`\\\u0000-\u001f]*$/
const WEB_PICTURE = /^https?:\/\/[^"<>`\u0000-\u001f]+$/i
const OWN_PICTURE = /^\/uploads\/[0-9a-f]{32}\.webp$/
const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/
/** 1 MiB, in base64. */
const LONGEST_DATA_PICTURE = Math.ceil((1024 * 1024 * 4) / 3) + 30

const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value) ? value : null
const matching =
  (...patterns: RegExp[]) =>
  (value: string) =>
    patterns.some((pattern) => pattern.test(value)) ? value : null

/** An attribute's value as it is kept, or null. */
type Keep = (value: string) => string | null

const ON_ANY: Record<string, Keep> = {
  class: (value) =>
    value
      .split(/\s+/)
      .filter((name) => CLASS.test(name))
      .join(' ') || null,
  style: (value) => value.split(';').flatMap(keptDeclaration).join(' ') || null,
}

const BY_TAG: Record<string, Record<string, Keep>> = {
  a: { href: (value) => matching(LINK, OWN_PATH)(value.trim()), target: oneOf('_blank') },
  img: {
    src: (value) => keptPicture(value.trim()),
    alt: (value) => value,
    width: matching(/^\d{1,4}$/),
    height: matching(/^\d{1,4}$/),
  },
  li: { 'data-list': oneOf('bullet', 'ordered', 'checked', 'unchecked') },
  div: { spellcheck: oneOf('false'), 'data-language': matching(/^[a-z0-9+#-]{1,30}$/) },
  pre: { spellcheck: oneOf('false') },
  span: { contenteditable: oneOf('false') },
}

/** The attributes that an element of a post keeps, in the order given. */
export function keptAttributes(tag: string, given: Record<string, string>): Record<string, string> {
  const rules = new Map(Object.entries({ ...ON_ANY, ...(Object.hasOwn(BY_TAG, tag) && BY_TAG[tag]) }))
  const kept = Object.entries(given).flatMap(([name, value]) => {
    const left = rules.get(name)?.(value)
    return left === null || left === undefined ? [] : [[name, left] as const]
  })
  const { target, ...attributes }: Record<string, string> = Object.fromEntries(kept)
  const opensApart = tag === 'a' && (target !== undefined || LINK.test(attributes.href ?? ''))
  return opensApart ? { ...attributes, ...APART } : attributes
}

/** Links to elsewhere leave the post open behind them, and cannot reach it. */
const APART = { rel: 'noopener noreferrer', target: '_blank' }

function keptDeclaration(declaration: string): string[] {
  const [name = '', value = '', ...rest] = declaration.split(':').map((part) => part.trim())
  const isKept = (name === 'color' || name === 'background-color') && COLOUR.test(value) && rest.length === 0
  return isKept ? [`${name}: ${value};`] : []
}

function keptPicture(source: string): string | null {
  const patterns = source.length <= LONGEST_DATA_PICTURE ? [WEB_PICTURE, OWN_PICTURE, DATA_PICTURE] : []
  return matching(...patterns)(source)
}
