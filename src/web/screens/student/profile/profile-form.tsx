import { GENDERS } from '#contract/choices.ts'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { RecentLoginNotice } from '#web/features/auth/recent-login-notice.tsx'
import { PROFILE_FIELDS, PICTURE_KEY } from './profile-fields.ts'
import type { ProfileEditor } from './use-profile-editor.ts'

/** Edit mode. Fields without a name in the form, such as the joined date, are read-only. */
export function ProfileForm({ editor, pendingEmail }: { editor: ProfileEditor; pendingEmail: string }) {
  const { user, form, error, isPending, percent, submit } = editor
  const { errors, dirtyFields } = form.formState
  const emailHint = dirtyFields.email
    ? 'A new e-mail needs a sign-in of the last ten minutes.'
    : pendingEmail && `${pendingEmail} waits for the link that was sent there.`
  return (
    <form noValidate method="post" onSubmit={submit} className="mt-5 border-t border-border pt-6">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        {PROFILE_FIELDS.map(({ key, label, formatValue, name, input }) => {
          if (key === PICTURE_KEY) return null
          if (!name) return <TextField key={key} label={label} readOnly value={formatValue(user)} />
          if (name === 'gender') {
            return (
              <SelectField
                key={key}
                label={label}
                error={errors.gender?.message}
                {...form.register(name, emptyAsNull(user.gender))}
              >
                {user.gender === null && <option value="">Not given</option>}
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
              required={name !== 'birthdate' || user.birthdate !== null}
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
        {/* Not at the picture: on a phone that is far from where one has just pressed. */}
        {percent !== null && (
          <div className="mb-5 sm:max-w-90">
            <UploadProgress percent={percent} label="Sending the picture" />
          </div>
        )}
        <div className="sm:w-56">
          <SubmitButton isPending={isPending} label="Edit Profile" />
        </div>
      </div>
    </form>
  )
}

/** What an account made with Google was never asked may stay open; what was given once is not taken away. */
function emptyAsNull(before: string | null) {
  return { setValueAs: (value: string | null) => (value === '' && before === null ? null : value) }
}
