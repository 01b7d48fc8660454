import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { toServerTime } from '#web/data/server-clock.ts'
import { useIsViewingAsStudent, useUser } from '#web/data/session.ts'
import { PasskeysSection } from '#web/features/account/two-factor/passkeys-section.tsx'
import { TwoFactorSection } from '#web/features/account/two-factor/two-factor-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailNotificationsSection } from './email-notifications-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function AccountSections() {
  const { data, dataUpdatedAt } = useSuspenseQuery(query('getAccount', {}))
  // Admins cannot delete their own account, not even while they view the site as a student.
  const isViewingAsStudent = useIsViewingAsStudent()
  // A student who has just deleted the account is no user any more, and the dialog must stay until the page is left.
  const canDelete = useUser()?.role !== 'admin' && !isViewingAsStudent
  const { hasPassword, hasGoogle, chatMails, secondFactor, sessions } = data.msg
  return (
    <>
      <PasswordSection hasPassword={hasPassword} hasGoogle={hasGoogle} />
      <TwoFactorSection secondFactor={secondFactor} hasPassword={hasPassword} />
      <PasskeysSection secondFactor={secondFactor} hasPassword={hasPassword} />
      <SessionsSection sessions={sessions} now={toServerTime(dataUpdatedAt)} />
      <EmailNotificationsSection chatMails={chatMails} />
      <DataSection />
      {canDelete && <DeleteSection hasPassword={hasPassword} />}
    </>
  )
}
