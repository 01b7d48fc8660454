import { useQuery } from '@tanstack/react-query'
import type { BackupKind } from '#contract/choices.ts'
import type { Backup, BackupList } from '#contract/schemas/operations/backups.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { formatBytes } from '#web/features/lesson-content/format-bytes.ts'
import { canPoll } from '#web/features/panels/poll-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EventTime } from '#web/ui/event-time.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { StatusBadge } from './check-status.tsx'
import { Facts, SystemSection } from './system-section.tsx'

const RUNNING_REFETCH_MS = 2_000
const REFETCH_MS = 60_000

const KIND_NAMES: Record<BackupKind, string> = {
  scheduled: 'Scheduled',
  manual: 'Made by hand',
  upgrade: 'Before an upgrade',
}

export function Backups() {
  const { data, error, refetch } = useQuery({
    ...query('getBackups', {}),
    refetchInterval: ({ state }) => canPoll(state) && (state.data?.msg.isRunning ? RUNNING_REFETCH_MS : REFETCH_MS),
  })
  const start = useCallMutation('startBackup', { mutationFn: () => call('startBackup', {}) })
  const list = data?.msg
  const isBusy = start.isPending || list?.isRunning
  return (
    <SystemSection
      title="Backups"
      description="The database and all uploads, in one file."
      action={
        <Button variant="secondary" size="sm" aria-disabled={isBusy} onClick={() => isBusy || start.mutate()}>
          {isBusy ? 'Backing up…' : 'Back up now'}
        </Button>
      }
      outcome={{ success: start.data?.msg, error: start.error }}
    >
      {error && !list && <LoadError text="We couldn’t load this." onRetry={() => void refetch()} />}
      {!list && !error && <div aria-hidden="true" className="skeleton mt-4 h-24" />}
      {list && <BackupFacts list={list} />}
      {list?.backups.length === 0 && (
        <p className="mt-3 text-sm text-muted">
          No backups yet. Make one now, or set BACKUP_EVERY to have them made on a schedule.
        </p>
      )}
      {list && list.backups.length > 0 && (
        <ul aria-label="Backups" className="mt-3 divide-y divide-border">
          {list.backups.map((backup) => (
            <BackupRow key={backup.backup_id} backup={backup} />
          ))}
        </ul>
      )}
    </SystemSection>
  )
}

function BackupFacts({ list: { every_hours, keep, location, has_files, restore_test_date } }: { list: BackupList }) {
  return (
    <Facts
      facts={[
        ['Schedule', every_hours === null ? 'None' : `Every ${formatHours(every_hours)}, the last ${keep} are kept`],
        ['Kept in', location],
        ...(has_files ? [] : [['Uploads', 'Not included'] as const]),
        ['Last restore test', restore_test_date ? <EventTime key="tested" at={restore_test_date} /> : 'None'],
      ]}
    />
  )
}

const formatHours = (hours: number) => (hours % 24 === 0 ? formatCount(hours / 24, 'day') : formatCount(hours, 'hour'))

function BackupRow({ backup }: { backup: Backup }) {
  const { kind, status, started_date, name, size_bytes, rows, files, restored_date, problem } = backup
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium">
          <EventTime at={started_date} />
        </span>
        {status === 'failed' && <StatusBadge status="error" />}
        {status === 'succeeded' && <StatusBadge status={problem ? 'warning' : 'ok'} />}
        <span className="text-xs text-muted">{KIND_NAMES[kind]}</span>
      </p>
      {status === 'running' && <p className="mt-0.5 text-muted">Running…</p>}
      {problem && <p className="mt-0.5 text-muted wrap-anywhere">{problem}</p>}
      {status === 'succeeded' && (
        <>
          {/* Unknown of one that was found in its folder after a restore. */}
          {size_bytes > 0 && (
            <p className="mt-0.5 text-muted tabular-nums">
              {formatBytes(size_bytes)}, {formatCount(rows, 'row')}, {formatCount(files, 'file')}
              {restored_date && ', restore tested'}
            </p>
          )}
          <p className="mt-0.5 font-mono text-xs text-muted wrap-anywhere">{name}</p>
        </>
      )}
    </li>
  )
}
