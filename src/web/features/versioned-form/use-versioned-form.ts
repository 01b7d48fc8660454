import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { invalidateAfter, type WriteName } from '#web/data/invalidate.ts'
import { useIsMounted } from '#web/ui/hooks/use-is-mounted.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import type { ConflictActions } from './conflict-banner.tsx'
import { type FormBaseline, type RecordVersion, type SavedRecord, useFormBaseline } from './use-form-baseline.ts'
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
  /** The calls that save it, whose invalidations refetch what shows the record. */
  writes: { create: WriteName; update: WriteName }
  /** After a save and its picture upload, unless the form was left meanwhile. */
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
export function useVersionedForm<Values extends FieldValues, Result extends SaveResult>(
  options: VersionedFormOptions<Values, Result>,
) {
  const baseline = useFormBaseline(options)
  /** Since the last save began, whose answer then changes nothing in the form and leads nowhere. */
  const isDiscarded = useRef(false)
  const isMounted = useIsMounted()
  const save = useSave(baseline, options, isDiscarded)
  const picture = usePictureUpload()
  const latest = useLatestVersion(baseline, options, isDiscarded)
  const isPending = save.isPending || picture.isPending

  const saveAndUpload = async () => {
    // After a failed upload only the picture is sent again.
    const isUploadRetry = picture.error !== null && baseline.isSaved()
    picture.reset()
    const result = isUploadRetry && save.data ? save.data : await save.mutateAsync()
    if (picture.hasPendingPicture()) await picture.upload(result.id)
    if (!isDiscarded.current && isMounted()) options.onSaved(result)
  }
  const conflict: ConflictActions = {
    isPending: isPending || latest.isPending,
    onLoadLatest: () => void ignoreError(latest.load().then(save.reset)),
    onOverwrite: () => {
      isDiscarded.current = false
      void ignoreError(latest.rebaseChanges().then(saveAndUpload))
    },
  }
  const { draftOffer } = baseline
  return {
    /** Saves, then uploads the selected picture. Never rejects. */
    save: () => {
      isDiscarded.current = false
      return ignoreError(saveAndUpload())
    },
    isPending,
    /** The last save's message, until the next save. */
    successText: isPending ? undefined : save.data?.msg,
    error: save.error ?? picture.error,
    picture,
    conflict,
    draftOffer: draftOffer && {
      savedAt: draftOffer.at,
      onRestore: () => baseline.restoreOffer(draftOffer),
      onDiscard: baseline.discardOffer,
    },
    /** When the unsaved changes were stored in this browser. */
    storedAt: baseline.storedAt,
    /** Reads refs, so that navigation right after a save sees the saved state. */
    isUnsaved: () => baseline.isUnsaved() || picture.hasPendingPicture(),
    discardChanges: () => {
      isDiscarded.current = true
      baseline.discardChanges()
      picture.select(null)
    },
    updateSaved: baseline.updateSaved,
  }
}

function useSave<Values extends FieldValues, Result extends SaveResult>(
  baseline: FormBaseline<Values>,
  { save, applyResult = (values) => values, writes }: VersionedFormOptions<Values, Result>,
  isDiscarded: RefObject<boolean>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const sent = baseline.getValues()
      const base = baseline.getBase()
      const result = await save(sent, base)
      const saved = { id: result.id, version: result.version, values: applyResult(sent, sent, result) }
      // What was typed during the save stays in the form, unsaved.
      if (!isDiscarded.current) baseline.setBaseline(saved, applyResult(baseline.getValues(), sent, result))
      void invalidateAfter(client, base ? writes.update : writes.create)
      return result
    },
  })
}

/** Loads the version that a save conflicted with. */
function useLatestVersion<Values extends FieldValues, Result extends SaveResult>(
  baseline: FormBaseline<Values>,
  { loadLatest, rebase = (values) => values }: VersionedFormOptions<Values, Result>,
  isDiscarded: RefObject<boolean>,
) {
  const showToast = useShowToast()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      const base = baseline.getBase()
      if (!base) throw new Error('A new record has no other version')
      return loadLatest(base.id)
    },
    onError: ({ message }) => showToast({ variant: 'error', text: message }),
  })
  return {
    isPending,
    /** Replaces the form's changes. */
    load: async () => baseline.setBaseline(await mutateAsync()),
    /** Bases the form's changes on the latest version, so that the next save overwrites it. Rejects without changes. */
    rebaseChanges: async () => {
      const latest = await mutateAsync()
      if (isDiscarded.current) throw new Error('The changes were discarded')
      baseline.showChanges(rebase(baseline.getValues(), latest.values), latest)
    },
  }
}

/** The mutations store the error, and the form shows it from there. */
const ignoreError = (action: Promise<void>) => action.catch(() => {})
