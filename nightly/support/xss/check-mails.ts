import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { report } from '../report.ts'
import { readOutbox } from '../users/read-outbox.ts'
import type { Visitors } from './add-rows.ts'
import type { Filling } from './filling.ts'
import { findDangers } from './find-dangers.ts'

const MAILS_WITHIN_MS = 60_000
/** The last one has come when none came for so long. */
const QUIET_MS = 3_000
/** What these emails show. */
const SHOWN = [
  ...['users.first_name', 'mails.detail', 'orders.path_title', 'order_events.text', 'certificates.title'],
  ...['lessons.title', 'courses.title'],
]

/** One email of each kind that has a text of somebody's in it, to a student or an admin. */
const MAILS = [
  `insert into mails (kind, to_email, user_id) select k, u.email, u.id
   from users u, unnest(array['welcome','password-changed','second-factor-changed','role-changed','test']) k where u.id in ($1, $2)`,
  `insert into mails (kind, to_email, user_id, detail) select 'new-device', u.email, u.id, 'DETAIL' from users u where u.id in ($1, $2)`,
  `insert into mails (kind, to_email, user_id, order_id) select 'receipt', u.email, u.id, o.id
   from users u join orders o on o.user_id = u.id where o.status = 'paid' and u.id in ($1, $2) limit 3`,
  `insert into mails (kind, to_email, user_id, order_id, created_at) select 'order-trouble', u.email, u.id, e.order_id, e.created_at
   from users u, (select * from order_events order by id limit 3) e where u.id = $2 and $1 > 0`,
  `insert into mails (kind, to_email, user_id, certificate_id) select 'certificate', u.email, u.id, c.id
   from users u join certificates c on c.user_id = u.id where c.revoked_at is null and c.replaced_by is null and u.id in ($1, $2) limit 3`,
  `insert into mails (kind, to_email, user_id, submission_id) select 'assignment-graded', u.email, u.id, s.id
   from users u join submissions s on s.user_id = u.id where s.status <> 'waiting' and u.id in ($1, $2) limit 3`,
]

export async function queueMails(pool: Pool, { studentId, adminId }: Visitors): Promise<void> {
  for (const statement of MAILS) await pool.query(statement, [studentId, adminId])
}

/** Each payload in them must be text: it is read as such, and it is no element. */
export async function checkMails(page: Page, dataDir: string, filling: Filling): Promise<void> {
  const mails = await waitForMails(dataDir)
  const dangers: string[] = []
  const shown = new Map<string, number>()
  for (const { html } of mails) {
    await page.setContent(html ?? '')
    dangers.push(...(await findDangers(page)))
    const text = await page.evaluate(() => document.body.textContent)
    for (const name of filling.findWhole(text)) shown.set(name, (shown.get(name) ?? 0) + 1)
  }
  const missing = SHOWN.filter((name) => !shown.has(name))
  for (const name of missing) console.log(`  no email has a whole value of ${name}`)
  report({
    test: 'T6',
    goal: `an email shows payloads of ${SHOWN.length} columns as text and runs nothing`,
    measured: `${mails.length} emails, ${[...shown.values()].reduce((sum, n) => sum + n, 0)} values of ${shown.size} columns as text, ${dangers.length} hits`,
    isOk: dangers.length === 0 && missing.length === 0,
  })
}

async function waitForMails(dataDir: string) {
  const deadline = performance.now() + MAILS_WITHIN_MS
  let mails = await readOutbox(dataDir)
  for (let count = -1; count !== mails.length && performance.now() < deadline; mails = await readOutbox(dataDir)) {
    count = mails.length
    await sleep(QUIET_MS)
  }
  return mails
}
