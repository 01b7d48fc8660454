import { paths } from '#contract/paths.ts'
import type { PaletteItem } from './palette-items.ts'

const MAX_RECENT_ITEMS = 5

const getStorageKey = (userId: number) => `palette:${userId}`

/** Where this admin went of late from this browser, newest first. */
export function getRecentItems(userId: number): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(getStorageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPaletteItem) : []
  } catch {
    return []
  }
}

export function addRecentItem(userId: number, item: PaletteItem): void {
  // Switching the theme leads nowhere, and nobody logs out because they did so before.
  if (!item.to?.startsWith(paths.dashboard)) return
  const others = getRecentItems(userId).filter(({ to }) => to !== item.to)
  try {
    localStorage.setItem(getStorageKey(userId), JSON.stringify([item, ...others].slice(0, MAX_RECENT_ITEMS)))
  } catch {
    // Full or forbidden: then nothing is remembered.
  }
}

/** An earlier version of the product may have left something else there. */
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
