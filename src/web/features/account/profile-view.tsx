import type { User } from '#contract/schemas/accounts/users.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#web/data/api.ts'
import { useUser } from '#web/data/session.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { COURSES_JOINED_KEY, PROFILE_FIELDS } from './profile-fields.ts'

export function ProfileView({ user, pendingEmail }: { user: User; pendingEmail: string }) {
  const isAdmin = useUser()?.role === 'admin'
  return (
    <dl className="mt-5 grid content-start gap-x-10 border-t border-border sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      {PROFILE_FIELDS.filter(({ key }) => key < COURSES_JOINED_KEY).map(({ key, label, name, formatValue }) => (
        <div key={key} className="min-w-0 border-b border-border py-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-0.5 text-lg wrap-anywhere">{formatValue(user)}</dd>
          {name === 'email' && pendingEmail && <PendingEmail email={pendingEmail} />}
        </div>
      ))}
      {!isAdmin && (
        <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 pt-4 sm:col-span-2 md:col-span-1 lg:col-span-2">
          <dt className="text-sm text-muted">Courses joined</dt>
          <dd className="font-display text-3xl font-semibold tabular-nums">{user.course_joined}</dd>
          <dd className="col-start-2 row-span-2 row-start-1">
            <NextStep count={user.course_joined} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function NextStep({ count }: { count: number }) {
  return (
    <ButtonLink to={count === 0 ? paths.allCourses : paths.myCourses} variant={count === 0 ? 'primary' : 'secondary'}>
      {count === 0 ? 'Join a course' : 'My Courses'}
      <AnyIcon name="arrow-right" size={16} />
    </ButtonLink>
  )
}

function PendingEmail({ email }: { email: string }) {
  const note = useFocusOnUnmount<HTMLElement>()
  const cancel = useCallMutation('cancelEmailChange', { mutationFn: () => call('cancelEmailChange', {}) })
  return (
    <dd ref={note} className="mt-1 text-xs wrap-anywhere text-muted">
      <span className="flex gap-1.5">
        <AnyIcon name="clock" size={14} className="mt-0.75" />
        We sent a confirmation link to {email}.
      </span>
      <button
        type="button"
        aria-disabled={cancel.isPending}
        onClick={() => !cancel.isPending && cancel.mutate()}
        className="min-h-6 rounded-control font-semibold text-accent-text underline-offset-4 hover:underline"
      >
        {cancel.isPending ? 'Loading' : 'Cancel change'}
      </button>
      <span role="alert" className="block empty:hidden">
        {cancel.error?.message}
      </span>
    </dd>
  )
}
