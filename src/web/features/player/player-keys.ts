import { areLetterKeysOn } from '#web/features/shortcuts/letter-keys.ts'

export type PlayerAction =
  | { do: 'toggle-play' }
  | { do: 'seek-by'; seconds: number }
  | { do: 'volume-by'; delta: number }
  | { do: 'toggle-mute' }
  | { do: 'toggle-full-screen' }
  | { do: 'toggle-captions' }

const KEYS: Record<string, PlayerAction> = {
  ' ': { do: 'toggle-play' },
  k: { do: 'toggle-play' },
  ArrowLeft: { do: 'seek-by', seconds: -5 },
  ArrowRight: { do: 'seek-by', seconds: 5 },
  ArrowUp: { do: 'volume-by', delta: 0.1 },
  ArrowDown: { do: 'volume-by', delta: -0.1 },
  m: { do: 'toggle-mute' },
  f: { do: 'toggle-full-screen' },
  c: { do: 'toggle-captions' },
}

/** Elements with their own meaning for these keys. */
const INTERACTIVE_ELEMENTS =
  'input:not([data-player-seek]), textarea, select, [contenteditable], a[href], summary, button'

/**
 * The player's action for a key, or null if the focused element uses the key itself. Up and down change the volume only
 * inside the player; elsewhere they scroll.
 */
export function getPlayerAction(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  focused: Element | null,
  player: Element,
): PlayerAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  if (dialogs.some((dialog) => !dialog.contains(player))) return null
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (!action) return null
  const isInside = focused !== null && player.contains(focused)
  const isLetter = /^[a-z]$/i.test(event.key)
  if (isLetter && !areLetterKeysOn()) return null
  if (focused?.matches('input:not([data-player-seek]), textarea, select, [contenteditable]')) return null
  // A focused button or link uses Space and the arrows, but not letters.
  if (!isLetter && focused?.matches(INTERACTIVE_ELEMENTS)) return null
  if (action.do === 'volume-by' && !isInside) return null
  return action
}
