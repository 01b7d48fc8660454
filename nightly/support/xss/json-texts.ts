/** What goes into a place of a JSON value; undefined leaves the text. */
export type ReplaceText = (path: string, text: string) => string | undefined

/** A copy with other texts. Places are written like `questions[].options[].text`. */
export function replaceTexts(value: unknown, replace: ReplaceText, path = ''): unknown {
  if (typeof value === 'string') return replace(path, value) ?? value
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace, `${path}[]`))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => {
    const place = path ? `${path}.${name}` : name
    return [name, replaceTexts(part, replace, place)] as const
  })
  return Object.fromEntries(entries)
}
