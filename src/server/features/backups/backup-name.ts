import { randomBytes } from 'node:crypto'
import type { BackupKind } from '#contract/choices.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'

// A name says when a backup was made and why, and of which site. Restores forget the list of backups, and several sites may
// share a folder, so cleanup goes by the names.
const BACKUP_NAME =
  /^learn-lantern-(?<time>\d{8}T\d{6}Z)-[0-9a-f]{4}(?:-(?<kind>scheduled|upgrade-(?<migration>\d{4}))-(?<site>[0-9a-f]{8}))?\.tar$/

export const isBackupName = (name: string) => BACKUP_NAME.test(name)

export interface BackupOrigin {
  kind: BackupKind
  /** Of `readSiteLabel`. Backups that are made by hand have none. */
  site?: string | undefined
  /** Of an upgrade: the number of the last migration before it. */
  migration?: string | undefined
}

/** With the time first, so that their order is the order in which they were made. */
export function createBackupName(now: Date, { kind, site = '', migration = '' }: BackupOrigin): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const origin = { manual: '', scheduled: `-scheduled-${site}`, upgrade: `-upgrade-${migration}-${site}` }[kind]
  // The random part keeps two backups of one second apart.
  return `learn-lantern-${time}Z-${randomBytes(2).toString('hex')}${origin}.tar`
}

/** Null for what is no backup's name. */
export function parseBackupName(name: string): (BackupOrigin & { madeAt: Date }) | null {
  const { time, kind, site, migration } = BACKUP_NAME.exec(name)?.groups ?? {}
  if (time === undefined) return null
  const madeAt = new Date(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  return { madeAt, kind: migration ? 'upgrade' : kind === 'scheduled' ? 'scheduled' : 'manual', site, migration }
}

/** The same before and after a restore, once the site has its secret. Version 0.1 has none: its oldest user serves. */
export const readSiteLabel = (database: Database): Promise<string> =>
  withClient(database, async (client) => {
    const { rows } = await client.query<{ label: string }>(
      `SELECT left(md5(coalesce((SELECT to_jsonb(site) ->> 'proof_secret' FROM site),
         (SELECT min(joined_at)::text || min(email) FROM users), '')), 8) AS label`,
    )
    return rows[0]?.label ?? ''
  })
