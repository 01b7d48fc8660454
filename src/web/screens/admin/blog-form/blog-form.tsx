import type { FormEvent } from 'react'
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router'
import type { BlogForm as Loaded } from '#contract/schemas/blog-form.ts'
import { Head } from '#web/ui/head.tsx'
import { editBlogPath, paths } from '#contract/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { BlogPicture } from '#web/features/blogs/blog-picture.tsx'
import { UnsavedChangesDialog } from '#web/features/versioned-form/unsaved-changes-dialog.tsx'
import { PictureField } from '#web/features/versioned-form/picture-field.tsx'
import { SaveOutcome } from '#web/features/versioned-form/save-outcome.tsx'
import { UnsavedBanner } from '#web/features/versioned-form/unsaved-banner.tsx'
import { usePictureUpload } from '#web/features/versioned-form/use-picture-upload.ts'
import { Editor } from './editor/editor.tsx'
import { useBlogEditor } from './use-blog-editor.ts'

/** 800 px high; where there is room for two columns the text scrolls inside, else all of it. */
export const CARD_CLASS = 'card @container flex h-[800px] flex-col overflow-y-auto overscroll-contain p-5 sm:p-6'
export const COLUMNS_CLASS =
  'grid gap-6 @3xl:min-h-0 @3xl:flex-1 @3xl:grid-cols-[minmax(0,1fr)_17rem] @3xl:grid-rows-[minmax(0,1fr)]'

/** Adds a post, or changes one: nothing is checked here, the server's words say what it will not take. @param loaded null for a new one */
export function BlogForm({ loaded }: { loaded: Loaded | null }) {
  const title = loaded ? 'Edit Blog Details' : 'Add Blog Details'
  const editor = useBlogEditor(loaded)
  const picture = usePictureUpload()
  const [redirectMessage, redirectToEdit] = useRedirectAfterAdd(loaded)
  const isPending = editor.saveMutation.isPending || picture.isPending
  const error = editor.saveMutation.error ?? picture.error ?? editor.loadError

  const saveAndUpload = async (save = editor.save) => {
    picture.reset()
    // What has gone well already is not done again: another try is for the picture.
    const saved = picture.error && editor.isSaved() ? editor.saveMutation.data : await save()
    if (!saved) return
    if (picture.hasPendingPicture()) {
      await picture.upload(saved.id)
      await editor.invalidate()
    }
    redirectToEdit(saved)
  }
  // What went wrong is shown below the form's head.
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void saveAndUpload().catch(() => {})
  }

  return (
    <>
      <Head title={title} noIndex />
      <div className="mb-6 flex items-center gap-2">
        <Link
          to={paths.adminBlogs}
          aria-label="Back to the blogs"
          title="Back"
          className="-ml-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
        >
          <Icon name="arrow-left" />
        </Link>
        <h1 className="text-3xl md:text-4xl">{title}</h1>
      </div>
      {editor.storedDraft && (
        <div className="mb-5">
          <UnsavedBanner
            savedAt={editor.storedDraft.at}
            onRestore={editor.restore}
            onDiscard={editor.discardStoredDraft}
          />
        </div>
      )}
      <form noValidate method="post" aria-label={title} onSubmit={submit} className={CARD_CLASS}>
        <SaveOutcome
          success={isPending ? undefined : (editor.saveMutation.data?.msg ?? redirectMessage)}
          error={error}
          conflict={{
            isPending: isPending || editor.isLoadingLatest,
            onLoadLatest: () => void editor.loadLatest().catch(() => {}),
            onOverwrite: () => void saveAndUpload(editor.overwrite).catch(() => {}),
          }}
        />
        <div className={COLUMNS_CLASS}>
          <div className="flex min-h-0 min-w-0 flex-col gap-5">
            <TextField
              label="Title"
              placeholder="Blog Title Here"
              value={editor.values.title}
              onChange={({ target }) => editor.change({ title: target.value })}
              autoComplete="off"
            />
            <TextField
              label="Sub title"
              placeholder="Blog Subtitle"
              value={editor.values.subtitle}
              onChange={({ target }) => editor.change({ subtitle: target.value })}
              autoComplete="off"
            />
            <Editor
              content={editor.values.content}
              onChange={(content) => editor.change({ content })}
              onNormalize={editor.settle}
            />
          </div>
          <div className="flex flex-col gap-6 @max-3xl:mt-2">
            <PictureField
              current={<BlogPicture post={loaded?.blog ?? { blog_id: 0, image_url: '' }} />}
              picture={picture.picture}
              onSelect={picture.pick}
              percent={picture.percent}
              isBusy={isPending}
            />
            <Switch
              label="Public"
              hint={editor.values.public ? 'Everyone reads it.' : 'A draft: only admins see it.'}
              checked={editor.values.public}
              onChange={(on) => editor.change({ public: on })}
            />
            <div className="@3xl:mt-auto">
              <SubmitButton isPending={isPending} label={loaded ? 'EDIT' : 'ADD'} pendingLabel="LOADING ... " />
            </div>
          </div>
        </div>
      </form>
      <UnsavedChangesDialog
        isUnsaved={() => editor.isUnsaved() || picture.hasPendingPicture()}
        onDiscard={editor.discardDraft}
      />
    </>
  )
}

/** A new post goes on as one that is edited, and says there what came of it. */
function useRedirectAfterAdd(
  loaded: Loaded | null,
): [string | undefined, (saved: { id: number; msg: string }) => void] {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  // A reloaded page has the state still, and nothing new to say.
  const isNew = useNavigationType() !== 'POP'
  const said =
    isNew && typeof state === 'object' && state !== null && 'said' in state && typeof state.said === 'string'
      ? state.said
      : undefined
  return [
    said,
    ({ id, msg }) => {
      if (!loaded) void navigate(editBlogPath({ blog_id: id }), { replace: true, state: { said: msg } })
    },
  ]
}
