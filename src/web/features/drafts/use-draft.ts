import { useEffect, useState } from 'react'
import { type DraftKey, onDraftRemoved, readDraft, saveDraft } from '#web/data/drafts.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'

/**
 * The text in a field. It survives navigation, a reload and the end of the session; an empty text removes it, and what a
 * form that was left has sent meanwhile shows no longer. Each record needs a React key of its own.
 * @param initial what the field shows without a draft
 */
export function useDraft(
  key: DraftKey,
  maxLength: number,
  initial = '',
): [text: string, setText: (text: string) => void] {
  const { form, userId, recordId } = key
  const [stored, setStored] = useState(() => readDraft(key, maxLength))
  useEffect(() => onDraftRemoved({ form, userId, recordId }, () => setStored('')), [form, userId, recordId])
  const [typed, setTyped] = useState<string | null>(null)
  // The server, which may have rendered the page, has no drafts.
  const isHydrated = useHydrated()
  const setText = (text: string) => {
    setTyped(text)
    saveDraft(key, text === initial ? '' : text)
  }
  return [typed ?? ((isHydrated && stored) || initial), setText]
}
