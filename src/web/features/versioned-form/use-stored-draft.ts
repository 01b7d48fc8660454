import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSignedInUser } from '#web/data/session.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { createDraftStore } from './stored-draft.ts'

/** Serializing a form of 500 lessons on every key would make typing slow. */
const SAVE_DELAY_MS = 400

/**
 * Stores unsaved values until they are saved or discarded, and returns the draft of an earlier visit.
 * @param form names the form, such as `course`
 * @param initialRecordId the record being edited, or null for a new one
 */
export function useStoredDraft<Values>(form: string, initialRecordId: number | null) {
  const { student_id } = useSignedInUser()
  const store = useMemo(() => createDraftStore<Values>(student_id, form), [student_id, form])
  const recordId = useRef(initialRecordId)
  const [offer, setOffer] = useState(() => store.read(initialRecordId))
  const isOfferOpen = useRef(offer !== null)
  const [storedAt, setStoredAt] = useState<number | null>(null)
  // The page may be rendered on the server, where there are no drafts.
  const isHydrated = useHydrated()
  const unsaved = useRef<{ values: Values; version: number | null } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    // The offered draft must not be overwritten before the admin has decided on it.
    if (!unsaved.current || isOfferOpen.current) return
    const isStored = store.write(recordId.current, unsaved.current.values, unsaved.current.version)
    setStoredAt(isStored ? Date.now() : null)
  }, [store])

  const saveDraft = useCallback(
    (values: Values, version: number | null) => {
      unsaved.current = { values, version }
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, SAVE_DELAY_MS)
    },
    [flush],
  )

  const discardDraft = useCallback(() => {
    unsaved.current = null
    setStoredAt(null)
    clearTimeout(timer.current)
    if (!isOfferOpen.current) store.remove(recordId.current)
  }, [store])

  const closeOffer = useCallback(() => {
    isOfferOpen.current = false
    setOffer(null)
  }, [])

  useFlushOnLeave(flush)

  return {
    /** The draft of an earlier visit, until it is restored or discarded. */
    offer: isHydrated ? offer : null,
    /** When the unsaved values were stored last, in milliseconds since the epoch; null when they are not. */
    storedAt,
    closeOffer,
    discardOffer: useCallback(() => {
      store.remove(recordId.current)
      closeOffer()
      flush()
    }, [store, closeOffer, flush]),
    saveDraft,
    discardDraft,
    /** From now on drafts belong to this record: a new one has been saved. */
    setRecordId: useCallback(
      (id: number) => {
        if (recordId.current === id) return
        if (!isOfferOpen.current) store.remove(recordId.current)
        recordId.current = id
        closeOffer()
      },
      [store, closeOffer],
    ),
    /** Reads a ref, so that navigation right after a save sees the saved state. */
    isUnsaved: useCallback(() => unsaved.current !== null, []),
  }
}

function useFlushOnLeave(flush: () => void): void {
  useEffect(() => {
    // A phone may discard a page in the background without any further event.
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
}
