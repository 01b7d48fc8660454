import type { ServerProcess } from '#contract/schemas/operations/system.ts'
import { formatBytes } from '#web/features/lesson-content/format-bytes.ts'
import { formatTimeAgo } from '#web/ui/format/time-ago.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { StatusBadge } from './check-status.tsx'
import { formatDuration } from './format-duration.ts'
import { SystemSection } from './system-section.tsx'

export function Processes({ processes, now }: { processes: readonly ServerProcess[]; now: string }) {
  return (
    <SystemSection title="Server processes">
      <ul className="mt-3 divide-y divide-border">
        {processes.map((process) => (
          <ProcessRow key={process.process_id} process={process} now={now} />
        ))}
      </ul>
    </SystemSection>
  )
}

function ProcessRow({ process, now }: { process: ServerProcess; now: string }) {
  const { host, pid, version, node, isSilent, isCurrent } = process
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <span className="font-medium wrap-anywhere">
          {host} · {pid}
        </span>
        <StatusBadge status={isSilent ? 'error' : 'ok'} />
        {isCurrent && <span className="text-xs text-muted">answered this page</span>}
      </p>
      <p className="mt-0.5 text-xs text-muted">
        Version {version}, Node {node.replace('v', '')}
        {isSilent
          ? `. Silent since ${formatTimeAgo(process.seen_date, Date.parse(now))}: it was stopped hard, or cannot reach the database.`
          : `, up ${formatDuration(Date.parse(now) - Date.parse(process.started_date))}`}
      </p>
      {!isSilent && <Figures process={process} />}
    </li>
  )
}

function Figures({ process }: { process: ServerProcess }) {
  const figures = [
    ['Memory', formatBytes(process.memory_bytes)],
    ['Requests', `${formatCount(Math.round(process.requests_per_minute))}/min`],
    ['Errors', `${formatCount(Math.round(process.errors_per_minute))}/min`],
    ['Sockets', formatCount(process.sockets)],
    ['Event loop', `${Math.round(process.event_loop_ms)} ms`],
  ] as const
  return (
    <dl className="mt-2 grid grid-cols-3 gap-x-4 gap-y-1.5 text-sm">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
