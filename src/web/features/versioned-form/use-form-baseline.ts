import { useCallback, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useStoredDraft } from './use-stored-draft.ts'

/** A record and which of its saves. */
export interface RecordVersion {
  id: number
  version: number
}

export interface SavedRecord<Values> extends RecordVersion {
  values: Values
}

interface FormBaselineOptions<Values extends FieldValues> {
  /** Names the form's drafts in the browser's storage. */
  name: string
  form: UseFormReturn<Values>
  /** What a new record starts with; also fills fields that an older draft lacks. */
  emptyValues: Values
  /** The newest version known, or null for a new record. */
  loaded: SavedRecord<Values> | null
}

/** Tracks which version a form's values are based on, and stores what differs from it as a draft. */
export function useFormBaseline<Values extends FieldValues>({
  name,
  form,
  emptyValues,
  loaded,
}: FormBaselineOptions<Values>) {
  const saved = useRef(loaded?.values ?? emptyValues)
  const base = useRef<RecordVersion | null>(loaded)
  const draft = useStoredDraft<Values>(name, loaded?.id ?? null)
  const { saveDraft, discardDraft, setRecordId, isUnsaved } = draft

  const getValues = useCallback(() => structuredClone(form.getValues()), [form])
  const isSaved = useCallback(() => areEqual(form.getValues(), saved.current), [form])
  const syncDraft = useCallback(() => {
    if (isSaved()) discardDraft()
    else saveDraft(getValues(), base.current?.version ?? null)
  }, [isSaved, getValues, saveDraft, discardDraft])
  useEffect(() => form.subscribe({ formState: { values: true }, callback: syncDraft }), [form, syncDraft])

  /** @param values what the form shows from now on; by default what was saved */
  const setBaseline = useCallback(
    (record: SavedRecord<Values>, values = record.values) => {
      base.current = { id: record.id, version: record.version }
      saved.current = record.values
      setRecordId(record.id)
      form.reset(record.values)
      if (!areEqual(values, record.values)) form.reset(values, { keepDefaultValues: true })
      syncDraft()
    },
    [form, setRecordId, syncDraft],
  )

  useEffect(() => {
    // Another admin's save shows at once as long as nothing is unsaved here.
    if (loaded && loaded.version > (base.current?.version ?? 0) && !isUnsaved()) setBaseline(loaded)
  }, [loaded, isUnsaved, setBaseline])

  return {
    getBase: useCallback(() => base.current, []),
    getValues,
    setBaseline,
    /** Rebases the form's values on another version without changing what counts as saved. */
    rebase: (version: RecordVersion, values: Values) => {
      base.current = { id: version.id, version: version.version }
      form.reset(values, { keepDefaultValues: true })
      syncDraft()
    },
    /** Rewrites the saved values as an equivalent, such as an editor's own form of the same HTML. */
    updateSaved: (update: (values: Values) => Values) => {
      saved.current = update(saved.current)
    },
    isSaved,
    isUnsaved,
    discardChanges: () => {
      form.reset(saved.current)
      discardDraft()
    },
    draftOffer: draft.offer && {
      savedAt: draft.offer.at,
      onRestore: () => {
        if (!draft.offer) return
        const { values, version } = draft.offer
        draft.closeOffer()
        // Based on an older save, the draft conflicts on saving just as if the page had stayed open.
        if (base.current && version !== null) base.current = { ...base.current, version }
        form.reset({ ...emptyValues, ...values }, { keepDefaultValues: true })
        syncDraft()
      },
      onDiscard: draft.discardOffer,
    },
  }
}

/** All values of a form have their keys in the same order: that of its empty values. */
const areEqual = (one: FieldValues, other: FieldValues) => JSON.stringify(one) === JSON.stringify(other)
