import { sql } from 'drizzle-orm'
import type { BACKUP_STATUSES } from '#contract/choices.ts'
import { STOPPED } from '#server/features/backups/report-failures.ts'
import { RefreshingValue } from '#server/platform/cache/refreshing-value.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { GaugeSource } from '#server/platform/metrics/metrics.ts'
import { getHashQueues } from '#server/platform/passwords/passwords.ts'
import type { ReadDiskUsage } from '#server/platform/storage/disk-space.ts'
import type { Pictures } from '#server/platform/storage/pictures.ts'
import type { Services } from '#server/pipeline/services.ts'
import type { TrafficQueues } from '#server/pipeline/traffic.ts'

interface GaugeDeps {
  database: Database
  dataDir: string
  cache: ResponseCache
  queues: TrafficQueues
  pictures: Pick<Pictures, 'queue'>
  countSockets: () => number
  readUsage: ReadDiskUsage
  /** BACKUP_EVERY; null when it is off. */
  backupEveryHours: number | null
  isSiteRunning: Services['isSiteRunning']
  /** WORKERS. */
  workers: number
}

/** However many ask, the tables are counted once in this time. */
const COUNTS_MAX_AGE_MS = 5_000

interface Counts extends Record<string, number> {
  mails: number
  oldest_mail: number
  errors: number
  last_backup: number
  last_failed_backup: number
}

type ReadCount = (name: keyof Counts) => GaugeSource['read']

export function createGauges(deps: GaugeDeps): GaugeSource[] {
  const { database, cache, queues, pictures, countSockets } = deps
  const { pool } = database
  const counts = new RefreshingValue(() => countRows(database), { minIntervalMs: COUNTS_MAX_AGE_MS })
  const startedAt = Date.now() / 1_000 - process.uptime()
  const readCount: ReadCount = (name) => async () => [{ value: (await counts.get())[name] ?? 0 }]
  const readQueues = (key: 'running' | 'waiting') => () =>
    Object.entries({ ...queues, ...getHashQueues(), pictures: pictures.queue }).map(([queue, state]) => ({
      value: state[key],
      labels: { queue },
    }))
  return [
    {
      name: 'database_ready',
      help: '1 while the database answers and takes writes',
      read: async () => [{ value: (await database.isReady()) ? 1 : 0 }],
    },
    {
      name: 'db_connections',
      help: 'Connections of this process to the database, and queries that wait for one',
      labelNames: ['state'],
      read: () => [
        { value: pool.totalCount - pool.idleCount, labels: { state: 'busy' } },
        { value: pool.idleCount, labels: { state: 'idle' } },
        { value: database.countWaiting(), labels: { state: 'waiting' } },
      ],
    },
    { name: 'queue_running', help: 'Work in progress', labelNames: ['queue'], read: readQueues('running') },
    { name: 'queue_waiting', help: 'Work that waits for its turn', labelNames: ['queue'], read: readQueues('waiting') },
    {
      name: 'cache_requests_total',
      isCounter: true,
      help: 'Look-ups in the response cache since the start',
      labelNames: ['result'],
      read: () => [
        { value: cache.counts.hits, labels: { result: 'hit' } },
        { value: cache.counts.misses, labels: { result: 'miss' } },
      ],
    },
    { name: 'cache_bytes', help: 'Size of the response cache', read: () => [{ value: cache.sizeBytes }] },
    {
      // prom-client has one of its own, which it leaves out with WORKERS.
      name: 'process_start_time_seconds',
      help: 'When this process started',
      read: () => [{ value: startedAt }],
    },
    { name: 'sockets', help: 'Open chat sockets', read: () => [{ value: countSockets() }] },
    ...createSiteGauges(deps, readCount),
    ...createBackupGauges(deps, readCount),
  ]
}

const createSiteGauges = (
  { isSiteRunning, workers, readUsage, dataDir }: GaugeDeps,
  readCount: ReadCount,
): GaugeSource[] => [
  {
    name: 'maintenance',
    help: '1 while the site is closed to everyone but admins',
    read: async () => [{ value: (await isSiteRunning()) ? 0 : 1 }],
  },
  {
    name: 'processes_expected',
    help: 'WORKERS: server processes at this address',
    read: () => [{ value: workers }],
  },
  { name: 'mails_waiting', help: 'Emails that wait to be sent', read: readCount('mails') },
  { name: 'mails_oldest_seconds', help: 'Age of the oldest email that waits', read: readCount('oldest_mail') },
  { name: 'error_groups_open', help: 'Kinds of errors that are not solved', read: readCount('errors') },
  {
    name: 'disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    read: async () => [{ value: (await readUsage(dataDir)).freeBytes }],
  },
  {
    name: 'disk_total_bytes',
    help: 'Size of the disk of DATA_DIR',
    read: async () => [{ value: (await readUsage(dataDir)).totalBytes }],
  },
]

const createBackupGauges = ({ backupEveryHours }: GaugeDeps, readCount: ReadCount): GaugeSource[] => [
  {
    name: 'backup_interval_seconds',
    help: 'BACKUP_EVERY; 0 when it is off',
    read: () => [{ value: (backupEveryHours ?? 0) * 3_600 }],
  },
  {
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last complete scheduled backup was begun; 0 when there is none',
    read: readCount('last_backup'),
  },
  {
    name: 'backup_last_failure_timestamp_seconds',
    help: 'When the last failed scheduled backup was begun; 0 when there is none',
    read: readCount('last_failed_backup'),
  },
]

async function countRows({ db }: Database): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select
      count(*)::int as mails,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_mail,
      (select count(*)::int from error_groups where solved_at is null) as errors,
      ${selectLastBackup('succeeded')} as last_backup,
      ${selectLastBackup('failed')} as last_failed_backup
    from mails
  `)
  const [row] = rows
  if (!row) throw new Error('The counts query returned no row')
  return row
}

/** One made by hand must not hide that the scheduled ones fail. */
const selectLastBackup = (status: (typeof BACKUP_STATUSES)[number]) => sql`(
  select coalesce(extract(epoch from max(started_at)), 0)::float8
  from backups where status = ${status} and kind = 'scheduled' and problem <> ${STOPPED}
)`
