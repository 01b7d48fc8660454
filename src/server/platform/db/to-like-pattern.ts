/** For `ilike`: what holds the text, whose `%`, `_` and `\` are only characters. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
