import type { FormEvent } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link } from '#web/ui/link.tsx'
import type { BlogForm as Loaded } from '#contract/schemas/blog-form.ts'
import { Head } from '#web/ui/head.tsx'
import { paths } from '#contract/paths.ts'
import { editBlogPath } from '#contract/paths/record-paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { BlogPicture } from '#web/features/blogs/blog-picture.tsx'
import { PublicSwitch } from '#web/features/panels/public-switch.tsx'
import { PublishState } from '#web/features/panels/publish-state.tsx'
import { UnsavedChangesDialog } from '#web/features/versioned-form/unsaved-changes-dialog.tsx'
import { PictureField } from '#web/features/versioned-form/picture-field.tsx'
import { SaveOutcome } from '#web/features/versioned-form/save-outcome.tsx'
import { useRedirectToEdit } from '#web/features/versioned-form/use-redirect-to-edit.ts'
import { UnsavedBanner } from '#web/features/versioned-form/unsaved-banner.tsx'
import { Editor } from '#web/features/post-editor/editor.tsx'
import { usePictureUploads } from '#web/features/post-editor/use-picture-uploads.ts'
import { useBlogEditor } from './use-blog-editor.ts'

/** 800 px high: in two columns only the content scrolls, in one all fields do. The save button is always in view. */
export const CARD_CLASS = 'card @container flex h-[800px] flex-col'
export const COLUMNS_CLASS =
  'grid min-h-0 flex-1 content-start gap-6 overflow-y-auto overscroll-contain p-5 sm:p-6 @3xl:content-stretch @3xl:grid-cols-[minmax(0,1fr)_17rem] @3xl:grid-rows-[minmax(0,1fr)]'

/** Adds a post, or edits one. The server validates it. @param loaded null for a new post */
export function BlogForm({ loaded }: { loaded: Loaded | null }) {
  const title = loaded ? 'Edit Blog Details' : 'Add Blog Details'
  const [redirectMessage, redirectToEdit] = useRedirectToEdit((id) => editBlogPath({ blog_id: id }))
  const editor = useBlogEditor(loaded, (result) => {
    if (!loaded) redirectToEdit(result)
  })
  const { form, isPending } = editor
  const uploads = usePictureUploads()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!uploads.refuseSave() && !isPending) void editor.save()
  }

  return (
    <>
      <Head title={title} noIndex />
      <TitleBar title={title} />
      {editor.draftOffer && (
        <div className="mb-5">
          <UnsavedBanner {...editor.draftOffer} />
        </div>
      )}
      <form noValidate method="post" aria-label={title} onSubmit={submit} className={CARD_CLASS}>
        <div className={COLUMNS_CLASS}>
          <div className="flex min-w-0 flex-col gap-5 @3xl:min-h-0">
            <TextField label="Title" placeholder="Blog Title Here" autoComplete="off" {...form.register('title')} />
            <TextField
              label="Sub title"
              placeholder="Blog Subtitle"
              autoComplete="off"
              {...form.register('subtitle')}
            />
            <Controller
              control={form.control}
              name="content"
              render={({ field }) => (
                <Editor
                  content={field.value}
                  onChange={field.onChange}
                  onNormalize={editor.normalizeContent}
                  onUpload={uploads.track}
                />
              )}
            />
          </div>
          <PublishingFields loaded={loaded} editor={editor} />
        </div>
        <SaveBar
          label={loaded ? 'EDIT' : 'ADD'}
          editor={editor}
          isWaitingForUploads={uploads.isSaveRefused}
          success={isPending ? undefined : (editor.successText ?? redirectMessage)}
        />
      </form>
      <UnsavedChangesDialog
        isUnsaved={() => editor.isUnsaved() || uploads.isBusy()}
        onDiscard={editor.discardChanges}
      />
    </>
  )
}

function TitleBar({ title }: { title: string }) {
  return (
    <div className="mb-4 flex items-center gap-2">
      <Link
        to={paths.adminBlogs}
        aria-label="Back to blogs"
        title="Back"
        className="-ml-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <Icon name="arrow-left" />
      </Link>
      <h1 className="text-2xl leading-7">{title}</h1>
    </div>
  )
}

/** The picture, and who can read the post. */
function PublishingFields({ loaded, editor }: { loaded: Loaded | null; editor: ReturnType<typeof useBlogEditor> }) {
  return (
    <div className="flex flex-col gap-6 @max-3xl:mt-2 @3xl:min-h-0 @3xl:overflow-y-auto">
      <PictureField
        current={<BlogPicture post={loaded?.blog ?? { blog_id: 0, image_url: '' }} />}
        picture={editor.picture.picture}
        onSelect={editor.picture.select}
        percent={editor.picture.percent}
        isBusy={editor.isPending}
      />
      <PublicSwitch control={editor.form.control} name="public" />
    </div>
  )
}

interface SaveBarProps {
  label: string
  editor: ReturnType<typeof useBlogEditor>
  /** A save was requested while pictures of the content are still uploading. */
  isWaitingForUploads: boolean
  success: string | undefined
}

function SaveBar({ label, editor, isWaitingForUploads, success }: SaveBarProps) {
  const { control, formState } = editor.form
  const isPublic = useWatch({ control, name: 'public' })
  return (
    <div
      data-save-bar
      className="sticky bottom-0 z-10 rounded-b-card border-t border-border bg-surface px-5 py-3.5 sm:px-6"
    >
      <SaveOutcome success={success} error={editor.error} conflict={editor.conflict} />
      <p aria-live="polite" className="text-sm text-muted not-empty:mb-3">
        {isWaitingForUploads && 'A picture is still uploading. Wait for it to finish.'}
      </p>
      <div className="flex items-center justify-end gap-6">
        <PublishState isPublic={isPublic} wasPublic={formState.defaultValues?.public ?? false} />
        <div className="flex-1 sm:max-w-52">
          <SubmitButton isPending={editor.isPending} label={label} pendingLabel="LOADING ... " />
        </div>
      </div>
    </div>
  )
}
