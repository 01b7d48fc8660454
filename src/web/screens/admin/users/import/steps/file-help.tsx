import { LIMITS } from '#contract/limits.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { REQUIRED_COLUMNS, IMPORT_COLUMNS, type ImportColumn } from '../parse/import-columns.ts'
import { saveExampleCsv } from './save-import-csv.ts'

const COLUMN_HINTS: Record<ImportColumn, string> = {
  first_name: `Up to ${LIMITS.name} characters`,
  last_name: `Up to ${LIMITS.name} characters, can be empty`,
  email: 'Unique and not registered yet',
  birthdate: 'YYYY-MM-DD, for example 1991-04-17',
  gender: 'Male or Female',
}

export function FileHelp() {
  return (
    <section aria-labelledby="file-help" className="card p-5 sm:p-6">
      <h2 id="file-help" className="text-xl">
        File format
      </h2>
      <p className="mt-2 text-sm text-muted">
        The first row contains the column names, in any order. Separate values with commas, semicolons or tabs. A file
        exported from the users list works without changes, but names reserved for staff can’t be imported.
      </p>
      <dl className="mt-4 divide-y divide-border border-y border-border text-sm">
        {IMPORT_COLUMNS.map((column) => (
          <div key={column} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <dt className="font-medium">
              {column}
              {!REQUIRED_COLUMNS.includes(column) && <span className="font-normal text-muted"> (optional)</span>}
            </dt>
            <dd className="text-muted">{COLUMN_HINTS[column]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        Users are imported as students. They set a password from their invitation email, if you send one, or with
        “Forgot password?”.
      </p>
      <Button variant="secondary" size="sm" className="mt-5" onClick={() => void saveExampleCsv()}>
        <AnyIcon name="download" size={17} />
        Download example
      </Button>
    </section>
  )
}
