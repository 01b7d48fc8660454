import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import type { Picture } from '#web/ui/form/picture-file.ts'
import { uploadPicture } from '#web/data/upload-picture.ts'
import { clearProfileDraft, readProfileDraft, saveProfileDraft } from './profile-draft.ts'
import { getProfileSchema, type ProfileValues, toProfileValues } from './profile-fields.ts'

export type ProfileEditor = ReturnType<typeof useProfileEditor>

/** View and edit mode. Saving has two steps: the fields, then the picture if one was chosen. */
export function useProfileEditor(user: User) {
  const [isEditing, setEditing] = useState(false)
  const [picture, setPicture] = useState<Picture | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const form = useForm({ resolver: schemaResolver(getProfileSchema(user)), defaultValues: toProfileValues(user) })
  const { isDirty } = form.formState
  const { fields, upload, percent, getSavedUser } = useSaveProfile(user)

  useProfileDraft(user, form, setEditing)

  const stopEditing = () => {
    clearProfileDraft(user.student_id)
    setPicture(null)
    setEditing(false)
    toggle.current?.focus()
  }
  const resetMutations = () => {
    fields.reset()
    upload.reset()
  }
  const save = async (values: ProfileValues) => {
    upload.reset()
    // After a failed upload the fields are already saved, so a retry sends only the picture.
    if (isDirty || !fields.isSuccess) {
      await fields.mutateAsync({ ...values, isImageChange: picture !== null })
      form.reset(toProfileValues(getSavedUser()))
      clearProfileDraft(user.student_id)
    }
    if (picture) await upload.mutateAsync(picture.blob)
    stopEditing()
  }
  return {
    user,
    form,
    toggle,
    isEditing,
    picture,
    setPicture,
    /** Upload progress, null when nothing is uploading. */
    percent,
    isChanged: isDirty || picture !== null,
    isPending: fields.isPending || upload.isPending,
    error: fields.error ?? upload.error,
    success: isEditing ? undefined : fields.data?.msg,
    open: () => {
      resetMutations()
      form.reset(toProfileValues(user))
      setEditing(true)
    },
    close: () => {
      resetMutations()
      stopEditing()
    },
    dismiss: () => {
      resetMutations()
      toggle.current?.focus()
    },
    submit: (event: FormEvent) =>
      form.handleSubmit((values) => save(values).catch((error) => showEmailError(form, error)))(event),
  }
}

function showEmailError(form: UseFormReturn<ProfileValues>, error: unknown): void {
  if (error instanceof AppError && error.code === 'email_taken')
    form.setError('email', { message: error.message }, { shouldFocus: true })
}

/** Stores unsaved changes. Those of an earlier visit come back in edit mode. */
function useProfileDraft(user: User, form: UseFormReturn<ProfileValues>, setEditing: (isEditing: true) => void): void {
  const restoreDraft = useEffectEvent(() => {
    const draft = readProfileDraft(user.student_id)
    if (!draft) return
    form.reset({ ...toProfileValues(user), ...draft }, { keepDefaultValues: true })
    setEditing(true)
  })
  const saveChanges = useEffectEvent((values: Partial<ProfileValues>) =>
    saveProfileDraft(user.student_id, values, toProfileValues(user)),
  )
  const { watch } = form
  useEffect(() => {
    restoreDraft()
    const { unsubscribe } = watch((values, { type }) => {
      if (type === 'change') saveChanges(values)
    })
    return unsubscribe
  }, [watch])
}

function useSaveProfile(user: User) {
  const client = useQueryClient()
  const [percent, setPercent] = useState<number | null>(null)
  const fields = useCallMutation('updateUser', { mutationFn: (values: ProfileValues) => call('updateUser', values) })
  const upload = useCallMutation('handleUploads', {
    mutationFn: (blob: Blob) => uploadPicture(user.student_id, blob, setPercent).catch(throwPartialSaveError),
    onMutate: () => setPercent(0),
    onSettled: () => setPercent(null),
  })
  const getSavedUser = () => client.getQueryData(query('getUserData', {}).queryKey)?.msg.data[0] ?? user
  return { fields, upload, percent, getSavedUser }
}

function throwPartialSaveError(cause: Error): never {
  throw new Error(`Your profile was saved, but the picture wasn't uploaded: ${cause.message}`, { cause })
}
