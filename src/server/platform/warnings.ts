export interface SiteWarning {
  /** A stable word for clients, such as `insecure_url`. */
  code: string
  /** Sentences for admins: what is wrong and what to do. */
  text: string
}

/** What is wrong with this server's set-up now. Kept in memory, because each start and each check finds it again. */
export interface Warnings {
  /** Replaces an earlier text of the same code. */
  set(code: string, text: string): void
  clear(code: string): void
  /** Oldest first. */
  list(): SiteWarning[]
}

export function createWarnings(): Warnings {
  const texts = new Map<string, string>()
  return {
    set: (code, text) => void texts.set(code, text),
    clear: (code) => void texts.delete(code),
    list: () => [...texts].map(([code, text]) => ({ code, text })),
  }
}
