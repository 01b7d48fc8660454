import { useCallback, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type StoredDraft, stringify } from './stored-draft.ts'
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

export type FormBaseline<Values extends FieldValues> = ReturnType<typeof useFormBaseline<Values>>

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

  /** Shows values that are based on this version, without changing what counts as saved. */
  const showChanges = (values: Values, version: RecordVersion | null) => {
    base.current = version && { id: version.id, version: version.version }
    form.reset(values, { keepDefaultValues: true })
    syncDraft()
  }

  return {
    getBase: () => base.current,
    getValues,
    setBaseline,
    showChanges,
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
    draftOffer: draft.offer,
    storedAt: draft.storedAt,
    discardOffer: draft.discardOffer,
    restoreOffer: ({ values, version }: StoredDraft<Values>) => {
      draft.closeOffer()
      // Based on an older save, the draft conflicts on saving just as if the page had stayed open.
      const draftBase = base.current && { ...base.current, version: version ?? base.current.version }
      showChanges({ ...emptyValues, ...values }, draftBase)
    },
  }
}

/** All values of a form have their keys in the same order: that of its empty values. */
const areEqual = (one: FieldValues, other: FieldValues) => stringify(one) === stringify(other)
