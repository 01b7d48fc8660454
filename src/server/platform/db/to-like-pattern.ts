/** For `ilike`: matches the text literally, anywhere. */
export const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
