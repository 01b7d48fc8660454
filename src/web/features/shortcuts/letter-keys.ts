import { readStorage, writeStorage } from '#web/data/drafts.ts'

const STORAGE_KEY = 'letter-keys'

/** Counts while storage is blocked. */
let areOff = false

/** Speech input and a hand that shakes press letters by mistake, so that they can be turned off (WCAG 2.2, 2.1.4). */
export function areLetterKeysOn(): boolean {
  return !areOff && readStorage(() => localStorage.getItem(STORAGE_KEY)) !== 'off'
}

export function setLetterKeys(areOn: boolean): void {
  areOff = !areOn
  writeStorage(() => localStorage, STORAGE_KEY, areOn ? null : 'off')
}
