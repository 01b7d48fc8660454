import { useState } from 'react'

interface Reason {
  text: string
  /** False, and the field says so, when there is none. */
  check: () => boolean
  /** For ReasonField. */
  field: { value: string; isMissing: boolean; onChange: (text: string) => void }
}

/** The text of a required reason. */
export function useReason(): Reason {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const check = () => {
    setMissing(text.trim() === '')
    return text.trim() !== ''
  }
  const onChange = (changed: string) => {
    setText(changed)
    setMissing(false)
  }
  return { text, check, field: { value: text, isMissing, onChange } }
}
