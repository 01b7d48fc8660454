import { useEffect, useEffectEvent, useState } from 'react'

/** A pause in typing after which the address, and with it the list, follows. */
const TYPING_PAUSE_MS = 250

/**
 * The text of a search whose words live in the address: told once its writer pauses, or at once with `tell`.
 * @param known what the address holds
 */
export function useSearchText(known: string, onTell: (words: string) => void) {
  const [text, write] = useState(known)
  const [told, setTold] = useState(known)
  const [seen, setSeen] = useState(known)
  // What was told here comes back while more is being typed and must not undo it; back, forward and links may.
  if (known !== seen) {
    setSeen(known)
    if (known !== told) {
      setTold(known)
      write(known)
    }
  }
  const tell = () => {
    const words = text.trim()
    if (words === told) return
    setTold(words)
    onTell(words)
  }
  const onPause = useEffectEvent(tell)
  useEffect(() => {
    if (text.trim() === told) return
    const pause = setTimeout(() => onPause(), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text, told])
  return { text, write, tell }
}
