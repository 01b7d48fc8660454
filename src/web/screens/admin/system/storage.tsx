import type { SystemReport } from '#contract/schemas/operations/system.ts'
import { formatBytes } from '#web/features/lesson-content/format-bytes.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { Facts, SystemSection } from './system-section.tsx'

export function Storage({ database, disk }: Pick<SystemReport, 'database' | 'disk'>) {
  const { kind, version, size_bytes, connections, max_connections } = database
  return (
    <SystemSection title="Database and disk">
      <Facts
        facts={[
          ['Database', `PostgreSQL ${version}${kind === 'embedded' ? ', embedded' : ''}`],
          ['Size', formatBytes(size_bytes)],
          ...(kind === 'server'
            ? [['Connections', `${formatCount(connections)} of ${formatCount(max_connections)}`] as const]
            : []),
          ['Disk', `${formatBytes(disk.free_bytes)} of ${formatBytes(disk.total_bytes)} free`],
        ]}
      />
    </SystemSection>
  )
}
