import { useEffect, useEffectEvent, useState } from 'react'

/** A pause in typing after which the address, and with it the list, follows. */
const DEBOUNCE_MS = 250

/**
 * The text of a search whose words live in the address: told once its writer pauses, or at once with `tell`.
 * @param urlText what the address holds
 */
export function useSearchText(urlText: string, onCommit: (searchText: string) => void) {
  const [text, setText] = useState(urlText)
  const [committed, setCommitted] = useState(urlText)
  const [previousUrlText, setPreviousUrlText] = useState(urlText)
  // What was told here comes back while more is being typed and must not undo it; back, forward and links may.
  if (urlText !== previousUrlText) {
    setPreviousUrlText(urlText)
    if (urlText !== committed) {
      setCommitted(urlText)
      setText(urlText)
    }
  }
  const commit = () => {
    const searchText = text.trim()
    if (searchText === committed) return
    setCommitted(searchText)
    onCommit(searchText)
  }
  const onPause = useEffectEvent(commit)
  useEffect(() => {
    if (text.trim() === committed) return
    const timer = setTimeout(() => onPause(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, committed])
  return { text, write: setText, tell: commit }
}
