import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { useIsViewingAsStudent } from '#web/data/session.ts'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailNotificationsSection } from './email-notifications-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function AccountSections() {
  const { data, dataUpdatedAt } = useSuspenseQuery(query('getAccount', {}))
  // An admin who views the site as a student must not delete the admin account here.
  const canDelete = !useIsViewingAsStudent()
  const { hasPassword, hasGoogle, chatMails, sessions } = data.msg
  return (
    <>
      <PasswordSection hasPassword={hasPassword} hasGoogle={hasGoogle} />
      <SessionsSection sessions={sessions} now={dataUpdatedAt} />
      <EmailNotificationsSection chatMails={chatMails} />
      <DataSection />
      {canDelete && <DeleteSection hasPassword={hasPassword} />}
    </>
  )
}
