import { useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { ImportRowsTable } from './import-rows-table.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import type { CheckedUserFile } from '../use-user-file.ts'

interface ImportPreviewProps {
  file: CheckedUserFile
  invite: boolean
  onInviteChange: (invite: boolean) => void
  onImport: () => void
  onCancel: () => void
}

export function ImportPreview({
  file: { name, rows, ignoredColumns },
  invite,
  onInviteChange,
  onImport,
  onCancel,
}: ImportPreviewProps) {
  const invalidRows = useMemo(() => rows.filter(({ user }) => user === null), [rows])
  const [isFiltered, setFiltered] = useState(false)
  const validCount = rows.length - invalidRows.length
  return (
    <div className="space-y-6">
      <section aria-labelledby="file-name" className="card">
        <div className="p-5 sm:p-6">
          <h2 id="file-name" ref={focusOnMount} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
            {name}
          </h2>
          <p role="status" className="mt-2 font-display text-2xl font-semibold">
            <span className={validCount > 0 ? 'text-success' : 'text-muted'}>{formatCount(validCount)} ready</span>,{' '}
            <span className={invalidRows.length > 0 ? 'text-danger' : 'text-muted'}>
              {formatCount(invalidRows.length)} with problems
            </span>
          </p>
          <p className="mt-1 text-sm text-muted">
            {invalidRows.length > 0 && validCount > 0 ? 'Rows with problems will be skipped. ' : ''}Nothing has been
            imported yet.
          </p>
          {ignoredColumns.length > 0 && (
            <p className="mt-1 text-sm wrap-anywhere text-muted">Ignored columns: {ignoredColumns.join(', ')}.</p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t border-border p-5 sm:px-6">
          {validCount > 0 && (
            <div className="min-w-0 flex-1 basis-72 sm:max-w-md">
              <Switch
                label="Send invitations"
                hint="Each user gets an email with instructions to set a password."
                checked={invite}
                onChange={onInviteChange}
              />
            </div>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Button variant="secondary" onClick={onCancel}>
              Choose another file
            </Button>
            {validCount > 0 && <Button onClick={onImport}>Import {formatCount(validCount, 'user')}</Button>}
          </div>
        </div>
      </section>
      <div>
        <div className="mb-3 flex justify-end text-sm">
          <Switch label="Only problems" checked={isFiltered} onChange={setFiltered} />
        </div>
        {/* The key scrolls the filtered list back to its top. */}
        <ImportRowsTable key={String(isFiltered)} label="Rows in the file" rows={isFiltered ? invalidRows : rows} />
      </div>
    </div>
  )
}
