import type { FormEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { editPathPath } from '#contract/paths/record-paths.ts'
import type { PathForm as Loaded } from '#contract/schemas/learning/paths.ts'
import { PublishState } from '#web/features/panels/publish-state.tsx'
import { useRedirectToEdit } from '#web/features/versioned-form/use-redirect-to-edit.ts'
import { SaveOutcome } from '#web/features/versioned-form/save-outcome.tsx'
import { UnsavedBanner } from '#web/features/versioned-form/unsaved-banner.tsx'
import { UnsavedChangesDialog } from '#web/features/versioned-form/unsaved-changes-dialog.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { Head } from '#web/ui/head.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { CourseList } from './course-list.tsx'
import { PathFields, PublishingFields } from './path-fields.tsx'
import { usePathEditor } from './use-path-editor.ts'

/** Adds a path, or edits one. The server validates it. @param loaded null for a new path */
export function PathForm({ loaded }: { loaded: Loaded | null }) {
  const title = loaded ? 'Edit path' : 'Add path'
  const [redirectMessage, redirectToEdit] = useRedirectToEdit((id) => editPathPath({ path_id: id }))
  const editor = usePathEditor(loaded, (result) => {
    if (!loaded) redirectToEdit(result)
  })
  const { isPending } = editor
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void editor.save()
  }
  return (
    <>
      <Head title={title} noIndex />
      <div className="mb-4 flex items-center gap-2">
        <Link
          to={paths.adminPaths}
          aria-label="Back to paths"
          title="Back"
          className="-ml-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
        >
          <Icon name="arrow-left" />
        </Link>
        <h1 className="text-2xl leading-7">{title}</h1>
      </div>
      {editor.draftOffer && (
        <div className="mb-5">
          <UnsavedBanner {...editor.draftOffer} />
        </div>
      )}
      <form noValidate method="post" aria-label={title} onSubmit={submit} className="card @container">
        <div className="grid gap-7 p-5 sm:p-6 @3xl:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <PathFields form={editor.form} />
            <CourseList control={editor.form.control} />
          </div>
          <PublishingFields loaded={loaded} editor={editor} />
        </div>
        <SaveBar editor={editor} success={isPending ? undefined : (editor.successText ?? redirectMessage)} />
      </form>
      <UnsavedChangesDialog isUnsaved={editor.isUnsaved} onDiscard={editor.discardChanges} />
    </>
  )
}

interface SaveBarProps {
  editor: ReturnType<typeof usePathEditor>
  success: string | undefined
}

function SaveBar({ editor, success }: SaveBarProps) {
  const { control, formState } = editor.form
  const isPublic = useWatch({ control, name: 'public' })
  return (
    <div
      data-save-bar
      className="sticky bottom-0 z-10 rounded-b-card border-t border-border bg-surface px-5 py-3.5 sm:px-6"
    >
      <SaveOutcome success={success} error={editor.error} conflict={editor.conflict} />
      <div className="flex items-center justify-end gap-6">
        <PublishState isPublic={isPublic} wasPublic={formState.defaultValues?.public ?? false} />
        <div className="flex-1 sm:max-w-52">
          <SubmitButton isPending={editor.isPending} label="Save path" pendingLabel="Saving…" />
        </div>
      </div>
    </div>
  )
}
