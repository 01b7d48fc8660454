import type { Choice } from './choices.ts'

const REMEMBERED = 5

const keyOf = (userId: number) => `palette:${userId}`

/** Where this admin went of late from this browser, newest first. */
export function recentChoices(userId: number): Choice[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isChoice) : []
  } catch {
    return []
  }
}

export function rememberChoice(userId: number, choice: Choice): void {
  // Switching the theme leads nowhere, and nobody logs out because they did so before.
  if (!choice.to?.startsWith('/dashboard')) return
  const others = recentChoices(userId).filter(({ to }) => to !== choice.to)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([choice, ...others].slice(0, REMEMBERED)))
  } catch {
    // Full or forbidden: then nothing is remembered.
  }
}

/** An earlier version of the product may have left something else there. */
function isChoice(thing: unknown): thing is Choice {
  return (
    typeof thing === 'object' &&
    thing !== null &&
    'label' in thing &&
    typeof thing.label === 'string' &&
    'to' in thing &&
    typeof thing.to === 'string'
  )
}
