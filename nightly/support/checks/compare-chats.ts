interface Chats {
  written: readonly string[]
  acknowledged: ReadonlySet<string>
  stored: readonly { id: number; text: string }[]
  pushed: readonly number[]
  seen: ReadonlySet<number>
}

/** What was written, but not acknowledged, stored or seen by the receiver; and what was stored or pushed twice. */
export function compareChats({ written, acknowledged, stored, pushed, seen }: Chats): {
  lost: number
  doubled: number
} {
  const seenTexts = new Set(stored.filter(({ id }) => seen.has(id)).map(({ text }) => text))
  const lost = written.filter((text) => !acknowledged.has(text) || !seenTexts.has(text)).length
  const texts = new Set(stored.map(({ text }) => text))
  return { lost, doubled: stored.length - texts.size + pushed.length - new Set(pushed).size }
}
