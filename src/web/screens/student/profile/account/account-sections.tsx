import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { useViewsAsStudent } from '#web/data/session.ts'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The account's other matters: how one signs in, where one is, and what is kept. */
export function AccountSections() {
  const { data, dataUpdatedAt } = useSuspenseQuery(query('getAccount', {}))
  // An admin's account is not deleted here, whatever they look at the site as.
  const mayDelete = !useViewsAsStudent()
  const { hasPassword, hasGoogle, chatMails, sessions } = data.msg
  return (
    <>
      <PasswordSection hasPassword={hasPassword} hasGoogle={hasGoogle} />
      <SessionsSection sessions={sessions} now={dataUpdatedAt} />
      <MailsSection chatMails={chatMails} />
      <DataSection />
      {mayDelete && <DeleteSection hasPassword={hasPassword} />}
    </>
  )
}
