import { paths } from '#contract/paths.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { conversations, users } from '#server/platform/db/schema.ts'
import { ActionButton, EmailLayout, Paragraph, SmallText } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export async function unreadMessagesEmail({ db, mail, name, siteUrl }: EmailRequest): Promise<EmailContent | null> {
  const role = mail.userId === null ? null : await findRoleWithUnreadMessages(db, mail.userId)
  if (role === null) return null
  const isAdmin = role === 'admin'
  return {
    subject: 'You have an unread message',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="You have an unread message"
        preview="Open the chat to read it."
        reason="You received this email because a chat message to you is unread. We send at most one an hour."
      >
        <Paragraph>
          {isAdmin
            ? 'A student wrote in the chat and is waiting for a reply.'
            : 'You have a reply in the chat that you have not read yet.'}
        </Paragraph>
        <ActionButton href={siteUrl + (isAdmin ? paths.adminChat : paths.chat)}>Open chat</ActionButton>
        {!isAdmin && <SmallText>You can turn off these emails in your profile.</SmallText>}
      </EmailLayout>
    ),
  }
}

/** Null when everything has been read. */
async function findRoleWithUnreadMessages(db: Db, userId: number) {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId))
  if (!user) return null
  // The conversation of a student who became an admin is closed.
  const hasUnread =
    user.role === 'admin'
      ? and(eq(users.role, 'student'), gt(conversations.unreadByAdmins, 0))
      : and(eq(conversations.studentId, userId), gt(conversations.unreadByStudent, 0))
  const [pending] = await db
    .select({ id: conversations.studentId })
    .from(conversations)
    .innerJoin(users, eq(users.id, conversations.studentId))
    .where(hasUnread)
    .limit(1)
  return pending ? user.role : null
}
