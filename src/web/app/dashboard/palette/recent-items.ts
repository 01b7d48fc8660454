import { paths } from '#contract/paths.ts'
import type { PaletteItem } from './palette-items.ts'

const MAX_RECENT_ITEMS = 5

const getStorageKey = (userId: number) => `palette:${userId}`

/** Newest first. */
export function getRecentItems(userId: number): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(getStorageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPaletteItem) : []
  } catch {
    return []
  }
}

export function addRecentItem(userId: number, item: PaletteItem): void {
  // Only pages of the dashboard: not the theme, logging out or viewing as a student.
  if (!item.to?.startsWith(paths.dashboard)) return
  const others = getRecentItems(userId).filter(({ to }) => to !== item.to)
  try {
    localStorage.setItem(getStorageKey(userId), JSON.stringify([item, ...others].slice(0, MAX_RECENT_ITEMS)))
  } catch {
    // Storage is full or blocked: recent items are optional.
  }
}

/** The stored value may be from an earlier version. */
function isPaletteItem(value: unknown): value is PaletteItem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'label' in value &&
    typeof value.label === 'string' &&
    'to' in value &&
    typeof value.to === 'string'
  )
}
