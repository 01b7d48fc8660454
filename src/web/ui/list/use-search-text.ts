import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNextSearchParams } from './use-next-search-params.ts'
import { useUpdateSearchParams } from './use-update-search-params.ts'

/** How long typing pauses before the address, and with it the list, follows. */
const DEBOUNCE_MS = 250

interface SearchText {
  text: string
  setText: (text: string) => void
  /** Searches at once. */
  commit: () => void
}

/** The text of a search box whose search is in the address as `?search=`. */
export function useSearchText(): SearchText {
  const urlText = useSearchParams()[0].get('search') ?? ''
  const nextText = (useNextSearchParams().get('search') ?? '').trim()
  const updateSearchParams = useUpdateSearchParams()
  const [text, setText] = useState(urlText)
  const [previousUrlText, setPreviousUrlText] = useState(urlText)
  const [pendingCommits, setPendingCommits] = useState<readonly string[]>([])
  // A commit that arrives while the user types on must not undo the typing; back, forward and links replace it.
  if (urlText !== previousUrlText) {
    setPreviousUrlText(urlText)
    const index = pendingCommits.indexOf(urlText)
    setPendingCommits(index < 0 ? [] : pendingCommits.slice(index + 1))
    if (index < 0) setText(urlText)
  }
  const commit = () => {
    const searchText = text.trim()
    if (searchText === nextText) return
    setPendingCommits([...pendingCommits, searchText])
    updateSearchParams(
      (search) => {
        if (searchText === '') search.delete('search')
        else search.set('search', searchText)
        // Another list starts at its first page.
        search.delete('page')
        return search
      },
      { replace: true },
    )
  }
  // A link is loading that changes the search, and nothing was typed since: the text must not be committed again.
  const isBeingReplaced = text.trim() === urlText.trim() && pendingCommits.at(-1) !== nextText
  const onPause = useEffectEvent(commit)
  // A navigation that interrupts a commit changes `nextText` back, so the commit is repeated.
  useEffect(() => {
    if (text.trim() === nextText || isBeingReplaced) return
    const timer = setTimeout(() => onPause(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, nextText, isBeingReplaced])
  return { text, setText, commit }
}
