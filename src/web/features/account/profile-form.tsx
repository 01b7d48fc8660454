import { GENDERS } from '#contract/choices.ts'
import { useUser } from '#web/data/session.ts'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { RecentLoginNotice } from '#web/features/auth/recent-login-notice.tsx'
import { COURSES_JOINED_KEY, PICTURE_KEY, PROFILE_FIELDS } from './profile-fields.ts'
import type { ProfileEditor } from './use-profile-editor.ts'

/** Edit mode. Fields without a form name, such as the joined date, are read-only. */
export function ProfileForm({ editor, pendingEmail }: { editor: ProfileEditor; pendingEmail: string }) {
  const { user, form, error, isPending, percent, submit } = editor
  const isAdmin = useUser()?.role === 'admin'
  const { errors, dirtyFields } = form.formState
  const emailHint = dirtyFields.email
    ? 'Changing your email requires a login within the last 10 minutes.'
    : pendingEmail && `We sent a confirmation link to ${pendingEmail}.`
  return (
    <form noValidate method="post" onSubmit={submit} className="mt-5 border-t border-border pt-6">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        {PROFILE_FIELDS.map(({ key, label, formatValue, name, input }) => {
          if (key === PICTURE_KEY || (key === COURSES_JOINED_KEY && isAdmin)) return null
          if (!name) return <TextField key={key} label={label} readOnly value={formatValue(user)} />
          if (name === 'gender') {
            return (
              <SelectField
                key={key}
                label={label}
                error={errors.gender?.message}
                {...form.register(name, emptyAsNull(user.gender))}
              >
                {user.gender === null && <option value="">Not specified</option>}
                {GENDERS.map((gender) => (
                  <option key={gender}>{gender}</option>
                ))}
              </SelectField>
            )
          }
          return (
            <TextField
              key={key}
              label={label}
              required={Boolean(user[name])}
              hint={name === 'email' && emailHint ? emailHint : undefined}
              error={errors[name]?.message}
              {...input}
              {...form.register(name, name === 'birthdate' ? emptyAsNull(user.birthdate) : {})}
            />
          )
        })}
      </div>
      <div className="mt-8">
        <OutcomeBanner success={undefined} error={error} action={<RecentLoginNotice error={error} />} />
        {/* Next to the button, because on a phone the picture is out of view. */}
        {percent !== null && (
          <div className="mb-5 sm:max-w-90">
            <UploadProgress percent={percent} label="Uploading picture" />
          </div>
        )}
        <div className="sm:w-56">
          <SubmitButton isPending={isPending} label="Edit Profile" />
        </div>
      </div>
    </form>
  )
}

/** Google accounts can leave birth date and gender empty; a value that was set cannot be removed. */
function emptyAsNull(savedValue: string | null) {
  return { setValueAs: (value: string | null) => (value === '' && savedValue === null ? null : value) }
}
