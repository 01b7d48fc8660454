import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { ImportRowsTable } from './import-rows-table.tsx'
import { saveSkippedRows } from './save-import-csv.ts'
import { focusOnMount } from './focus-on-mount.ts'
import type { SkippedRow } from '../use-import.ts'

interface ImportSummaryProps {
  added: number
  skippedRows: SkippedRow[]
  invite: boolean
  onRestart: () => void
}

export function ImportSummary({ added, skippedRows, invite, onRestart }: ImportSummaryProps) {
  const rows = skippedRows.map(({ row, reason }) => (row.user ? { ...row, problem: reason, user: null } : row))
  return (
    <div className="space-y-6">
      <section aria-labelledby="imported" className="card flex flex-col items-center px-5 py-10 text-center sm:py-12">
        <span className="grid size-14 place-items-center rounded-full bg-[var(--success-wash)] text-success">
          <AnyIcon name="check" size={28} />
        </span>
        <h2 id="imported" ref={focusOnMount} tabIndex={-1} className="mt-4 text-3xl outline-none">
          {formatCount(added, 'user')} imported
        </h2>
        <p role="status" className="mt-2 max-w-md text-muted">
          {added > 0 &&
            (invite
              ? 'Each user gets an email with instructions to set a password. '
              : 'Users set a password with “Forgot password?” on the login page. ')}
          {skippedRows.length === 0
            ? 'No rows were skipped.'
            : `${formatCount(skippedRows.length, 'row')} ${skippedRows.length === 1 ? 'was' : 'were'} skipped. Download the file, fix the problems and import it again.`}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-2.5">
          {skippedRows.length > 0 && (
            <Button onClick={() => void saveSkippedRows(skippedRows)}>
              <AnyIcon name="download" size={18} />
              Download skipped rows
            </Button>
          )}
          <ButtonLink to={paths.users} variant={skippedRows.length > 0 ? 'secondary' : 'primary'}>
            All users
          </ButtonLink>
          <Button variant="secondary" onClick={onRestart}>
            Import another file
          </Button>
        </div>
      </section>
      {rows.length > 0 && <ImportRowsTable label="Skipped rows" rows={rows} />}
    </div>
  )
}
