import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { useIsViewingAsStudent } from '#web/data/session.ts'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailNotificationsSection } from './email-notifications-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The account's other matters: how one signs in, where one is, and what is kept. */
export function AccountSections() {
  const { data, dataUpdatedAt } = useSuspenseQuery(query('getAccount', {}))
  // An admin's account is not deleted here, whatever they look at the site as.
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
