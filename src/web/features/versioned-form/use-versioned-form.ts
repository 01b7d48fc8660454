import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { invalidateAfter, type WriteName } from '#web/data/invalidate.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import type { ConflictActions } from './conflict-banner.tsx'
import { type RecordVersion, type SavedRecord, useFormBaseline } from './use-form-baseline.ts'
import { usePictureUpload } from './use-picture-upload.ts'

/** What a save answers. */
interface SaveResult extends RecordVersion {
  msg: string
}

interface VersionedFormOptions<Values extends FieldValues, Result extends SaveResult> {
  /** Names the form's drafts in the browser's storage. */
  name: string
  form: UseFormReturn<Values>
  /** What a new record starts with. */
  emptyValues: Values
  /** The newest version known, or null for a new record. */
  loaded: SavedRecord<Values> | null
  /** Saves over `base`, or creates a record when it is null. */
  save: (values: Values, base: RecordVersion | null) => Promise<Result>
  loadLatest: (id: number) => Promise<SavedRecord<Values>>
  /** The calls of `save`, by which what shows the record is refetched. */
  writes: { create: WriteName; update: WriteName }
  /** After a save and its picture upload. */
  onSaved: (result: Result) => void
  /** Adds to the values what a save assigned, such as the ids of new lessons. `sent` is what was saved. */
  applyResult?: (values: Values, sent: Values, result: Result) => Values
  /** Adapts the values before they overwrite a version they were not based on. */
  rebase?: (values: Values, latest: Values) => Values
}

/**
 * Everything that a form of a record edited by several admins has in common: drafts, saving with a version, the
 * choice between two admins' changes, and a picture that is uploaded after the save.
 */
export function useVersionedForm<Values extends FieldValues, Result extends SaveResult>({
  save: saveRecord,
  loadLatest,
  writes,
  onSaved,
  applyResult = (values) => values,
  rebase = (values) => values,
  ...baselineOptions
}: VersionedFormOptions<Values, Result>) {
  const client = useQueryClient()
  const baseline = useFormBaseline(baselineOptions)
  const picture = usePictureUpload()
  const showToast = useShowToast()

  const save = useMutation({
    mutationFn: async () => {
      const sent = baseline.getValues()
      const base = baseline.getBase()
      const result = await saveRecord(sent, base)
      const saved = { id: result.id, version: result.version, values: applyResult(sent, sent, result) }
      // What was typed during the save stays in the form, unsaved.
      baseline.setBaseline(saved, applyResult(baseline.getValues(), sent, result))
      void invalidateAfter(client, base ? writes.update : writes.create)
      return result
    },
  })
  const latest = useMutation({
    mutationFn: loadLatest,
    onError: ({ message }) => showToast({ variant: 'error', text: message }),
  })
  const isPending = save.isPending || picture.isPending

  const saveAndUpload = async () => {
    // After a failed upload only the picture is sent again.
    const isUploadRetry = picture.error !== null && baseline.isSaved()
    picture.reset()
    const result = isUploadRetry && save.data ? save.data : await save.mutateAsync()
    if (picture.hasPendingPicture()) await picture.upload(result.id)
    onSaved(result)
  }
  const replaceWithLatest = async (id: number) => {
    baseline.setBaseline(await latest.mutateAsync(id))
    save.reset()
  }
  const overwriteLatest = async (id: number) => {
    const newest = await latest.mutateAsync(id)
    baseline.rebase(newest, rebase(baseline.getValues(), newest.values))
    await saveAndUpload()
  }
  /** The mutations hold the error, and the form shows it from there. */
  const run = (action: Promise<void>) => action.catch(() => {})
  const runOnRecord = (action: (id: number) => Promise<void>) => {
    const record = baseline.getBase()
    if (record) void run(action(record.id))
  }

  const conflict: ConflictActions = {
    isPending: isPending || latest.isPending,
    onLoadLatest: () => runOnRecord(replaceWithLatest),
    onOverwrite: () => runOnRecord(overwriteLatest),
  }
  return {
    /** Saves, then uploads the chosen picture. Never rejects. */
    save: () => run(saveAndUpload()),
    isPending,
    /** Of the last save, until the next one. */
    successText: isPending ? undefined : save.data?.msg,
    error: save.error ?? picture.error,
    picture,
    conflict,
    draftOffer: baseline.draftOffer,
    /** Reads refs, so that navigation right after a save sees the saved state. */
    isUnsaved: () => baseline.isUnsaved() || picture.hasPendingPicture(),
    discardChanges: () => {
      baseline.discardChanges()
      picture.select(null)
    },
    updateSaved: baseline.updateSaved,
  }
}
