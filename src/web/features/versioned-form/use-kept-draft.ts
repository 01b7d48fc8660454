import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSignedInUser } from '#web/data/session.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { draftStore } from './stored-draft.ts'

/** After this pause in writing it is kept: a form of 500 lessons is too much to be written at each key. */
const PAUSE_MS = 400

/**
 * Keeps what is written in a form until it is saved, and offers it when somebody comes back to what was not.
 * @param form the form's own name, with the number of what it edits: `course:41`
 */
export function useKeptDraft<Values>(form: string) {
  const { student_id } = useSignedInUser()
  const store = useMemo(() => draftStore<Values>(student_id, form), [student_id, form])
  const [found, setFound] = useState(store.read)
  // The server, which may render this page, knows of no draft.
  const offered = useHydrated() ? found : null
  const isOffered = useRef(found !== null)
  const unsaved = useRef<{ values: Values; version: number | null } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    // What is offered is not written over before somebody has said what becomes of it.
    if (unsaved.current && !isOffered.current) store.write(unsaved.current.values, unsaved.current.version)
  }, [store])

  const keep = useCallback(
    (values: Values, version: number | null) => {
      unsaved.current = { values, version }
      clearTimeout(timer.current)
      timer.current = setTimeout(write, PAUSE_MS)
    },
    [write],
  )

  const forget = useCallback(() => {
    unsaved.current = null
    clearTimeout(timer.current)
    if (!isOffered.current) store.forget()
  }, [store])

  const answer = useCallback(() => {
    isOffered.current = false
    setFound(null)
    write()
  }, [write])

  useEffect(() => {
    // A phone that puts the page aside may never come back to it.
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  return {
    /** What was written and not saved when somebody was last here. */
    offered,
    /** It has been taken into the form, from which it is kept on. */
    restored: answer,
    discardOffered: useCallback(() => {
      store.forget()
      answer()
    }, [store, answer]),
    /** Something is written and not saved. The version is of the save that it is written over, null for something new. */
    keep,
    /** Saved, or given up. */
    forget,
    /** Asked at that moment, so that a save can go on to another page at once. */
    isUnsaved: useCallback(() => unsaved.current !== null, []),
  }
}
