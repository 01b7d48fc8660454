const STORAGE_KEY = 'dismissed-warnings'

/** Codes of the site's warnings that were dismissed in this tab. */
export function getDismissedWarnings(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : []
  } catch {
    return []
  }
}

export function dismissWarning(code: string): readonly string[] {
  const dismissed = [...getDismissedWarnings(), code]
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(dismissed))
  } catch {
    // Storage is full or blocked: the warning returns on the next page load.
  }
  return dismissed
}
