import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSignedInUser } from '#web/data/session.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { createDraftStore } from './stored-draft.ts'

/** After this pause in writing it is kept: a form of 500 lessons is too much to be written at each key. */
const SAVE_DELAY_MS = 400

/**
 * Keeps what is written in a form until it is saved, and offers it when somebody comes back to what was not.
 * @param form the form's own name, with the number of what it edits: `course:41`
 */
export function useStoredDraft<Values>(form: string) {
  const { student_id } = useSignedInUser()
  const store = useMemo(() => createDraftStore<Values>(student_id, form), [student_id, form])
  const [initialDraft, setInitialDraft] = useState(store.read)
  // The server, which may render this page, knows of no draft.
  const storedDraft = useHydrated() ? initialDraft : null
  const hasStoredDraft = useRef(initialDraft !== null)
  const unsaved = useRef<{ values: Values; version: number | null } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flushDraft = useCallback(() => {
    clearTimeout(timer.current)
    // What is offered is not written over before somebody has said what becomes of it.
    if (unsaved.current && !hasStoredDraft.current) store.write(unsaved.current.values, unsaved.current.version)
  }, [store])

  const saveDraft = useCallback(
    (values: Values, version: number | null) => {
      unsaved.current = { values, version }
      clearTimeout(timer.current)
      timer.current = setTimeout(flushDraft, SAVE_DELAY_MS)
    },
    [flushDraft],
  )

  const discardDraft = useCallback(() => {
    unsaved.current = null
    clearTimeout(timer.current)
    if (!hasStoredDraft.current) store.remove()
  }, [store])

  const closeDraftOffer = useCallback(() => {
    hasStoredDraft.current = false
    setInitialDraft(null)
    flushDraft()
  }, [flushDraft])

  useEffect(() => {
    // A phone that puts the page aside may never come back to it.
    window.addEventListener('pagehide', flushDraft)
    return () => {
      window.removeEventListener('pagehide', flushDraft)
      flushDraft()
    }
  }, [flushDraft])

  return {
    /** What was written and not saved when somebody was last here. */
    offered: storedDraft,
    /** It has been taken into the form, from which it is kept on. */
    markRestored: closeDraftOffer,
    discardStoredDraft: useCallback(() => {
      store.remove()
      closeDraftOffer()
    }, [store, closeDraftOffer]),
    /** Something is written and not saved. The version is of the save that it is written over, null for something new. */
    keep: saveDraft,
    /** Saved, or given up. */
    forget: discardDraft,
    /** Asked at that moment, so that a save can go on to another page at once. */
    isUnsaved: useCallback(() => unsaved.current !== null, []),
  }
}
