import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { canPoll } from '#web/features/panels/poll-error.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { Backups } from './backups.tsx'
import { Checks } from './checks.tsx'
import { Errors } from './errors.tsx'
import { Mail } from './mail.tsx'
import { Processes } from './processes.tsx'
import { Storage } from './storage.tsx'
import { Summary } from './summary.tsx'

const REFETCH_MS = 15_000

/** How the installation is, for the one who runs it. */
export function Component() {
  const { data, error } = useSuspenseQuery({
    ...query('getSystem', {}),
    refetchInterval: ({ state }) => canPoll(state) && REFETCH_MS,
  })
  const { version, now, checks, processes, database, disk, mail } = data.msg
  return (
    <div className="pb-8">
      <PanelHeader title="System" description={`Learn Lantern ${version}`} />
      <div className="space-y-5 md:pt-2">
        <Summary checks={checks} error={error} />
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="space-y-5">
            <Checks checks={checks} />
            <Errors refetchMs={REFETCH_MS} />
            <Backups />
          </div>
          <div className="space-y-5">
            <Processes processes={processes} now={now} />
            <Storage database={database} disk={disk} />
            <Mail mail={mail} />
          </div>
        </div>
      </div>
    </div>
  )
}
