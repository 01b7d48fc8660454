import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/schemas/accounts/users.ts'
import { query } from '#web/data/api.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { NightCover } from '#web/features/courses/cover/night-cover.tsx'
import { DiscardDialog } from '#web/ui/dialog/discard-dialog.tsx'
import { ProfilePictureField } from './picture/profile-picture-field.tsx'
import { ProfilePicture } from './picture/profile-picture.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileView } from './profile-view.tsx'
import { useProfileEditor } from './use-profile-editor.ts'

export function ProfileCard() {
  const [user] = useSuspenseQuery(query('getUserData', {})).data.msg.data
  return user ? <ProfileCardContent user={user} /> : null
}

function ProfileCardContent({ user }: { user: User }) {
  const editor = useProfileEditor(user)
  const { isEditing, picture, success, dismiss } = editor
  // Only a note below the email, so the profile does not wait for it.
  const pendingEmail = useQuery(query('getAccount', {})).data?.msg.pendingEmail ?? ''
  return (
    <section aria-label="Your profile" className="card overflow-hidden rounded-panel">
      <div className="relative h-32 overflow-hidden sm:h-40">
        {/* Cropped to the part with the lanterns. */}
        <NightCover
          id={user.student_id}
          className="absolute inset-x-0 bottom-0 aspect-[640/344] w-full translate-y-[15%]"
        />
      </div>
      <div className="grid gap-x-12 px-6 pb-8 sm:px-9 sm:pb-9 md:grid-cols-[250px_minmax(0,1fr)]">
        <div className="relative -mt-16 w-[250px] justify-self-center sm:-mt-20">
          {isEditing ? (
            <ProfilePictureField user={user} picture={picture} onPick={editor.setPicture} isBusy={editor.isPending} />
          ) : (
            <ProfilePicture user={user} />
          )}
        </div>
        <div className="min-w-0">
          <div className="mt-5 flex items-start justify-between gap-4">
            <p className="mt-1 font-display text-3xl font-semibold wrap-anywhere">
              {user.first_name} {user.last_name}
            </p>
            <EditToggle editor={editor} />
          </div>
          <div aria-live="polite" className="not-empty:mt-4">
            {success !== undefined && <Banner variant="success" text={success} onDismiss={dismiss} />}
          </div>
          {isEditing ? (
            <ProfileForm editor={editor} pendingEmail={pendingEmail} />
          ) : (
            <ProfileView user={user} pendingEmail={pendingEmail} />
          )}
        </div>
      </div>
    </section>
  )
}

/** The gear and close icons are one button, so that it keeps the focus. */
function EditToggle({ editor }: { editor: ReturnType<typeof useProfileEditor> }) {
  const { toggle, isEditing, isChanged, isPending, open, close } = editor
  const [isConfirming, setConfirming] = useState(false)
  const handleClick = () => {
    if (isPending) return
    if (!isEditing) open()
    else if (isChanged) setConfirming(true)
    else close()
  }
  return (
    <>
      <button
        ref={toggle}
        type="button"
        aria-label={isEditing ? 'Close without saving' : 'Edit your profile'}
        title={isEditing ? 'Close without saving' : 'Edit your profile'}
        aria-disabled={isPending}
        onClick={handleClick}
        className="grid size-11 shrink-0 place-items-center rounded-control border border-border-strong text-muted transition duration-150 ease-out hover:bg-raised hover:text-text aria-disabled:opacity-60"
      >
        <AnyIcon name={isEditing ? 'close' : 'settings'} />
      </button>
      {isConfirming && (
        <DiscardDialog
          onCancel={() => setConfirming(false)}
          onDiscard={() => {
            setConfirming(false)
            close()
          }}
        />
      )}
    </>
  )
}
