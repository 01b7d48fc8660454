import { useMemo, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { countOf } from './count-of.ts'
import { LinesTable } from './lines-table.tsx'
import { takeFocus } from './take-focus.ts'
import type { CheckedFile } from './use-people-file.ts'

interface PreviewProps {
  file: CheckedFile
  invite: boolean
  onInvite: (invite: boolean) => void
  onImport: () => void
  onAgain: () => void
}

/** What is in the file, line by line, before anything is written. */
export function Preview({ file: { name, lines, ignored }, invite, onInvite, onImport, onAgain }: PreviewProps) {
  const problems = useMemo(() => lines.filter(({ user }) => user === null), [lines])
  const [isFiltered, setFiltered] = useState(false)
  const ready = lines.length - problems.length
  return (
    <div className="space-y-6">
      <section aria-labelledby="file-name" className="card">
        <div className="p-5 sm:p-6">
          <h2 id="file-name" ref={takeFocus} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
            {name}
          </h2>
          <p role="status" className="mt-2 font-display text-2xl font-semibold">
            <span className={ready > 0 ? 'text-success' : 'text-muted'}>{countOf(ready)} ready</span>,{' '}
            <span className={problems.length > 0 ? 'text-danger' : 'text-muted'}>
              {countOf(problems.length)} with problems
            </span>
          </p>
          <p className="mt-1 text-sm text-muted">
            {problems.length > 0 && ready > 0 ? 'Lines with problems are left out. ' : ''}Nothing is written yet.
          </p>
          {ignored.length > 0 && (
            <p className="mt-1 text-sm wrap-anywhere text-muted">Columns that are not read: {ignored.join(', ')}.</p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t border-border p-5 sm:px-6">
          {ready > 0 && (
            <div className="min-w-0 flex-1 basis-72 sm:max-w-md">
              <Switch
                label="Send invitations"
                hint="Each gets a mail that says how to choose a password."
                checked={invite}
                onChange={onInvite}
              />
            </div>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Button look="secondary" onClick={onAgain}>
              Choose another file
            </Button>
            {ready > 0 && <Button onClick={onImport}>Import {countOf(ready, 'user')}</Button>}
          </div>
        </div>
      </section>
      <div>
        <div className="mb-3 flex justify-end text-sm">
          <Switch label="Only problems" checked={isFiltered} onChange={setFiltered} />
        </div>
        {/* Another list begins at its top. */}
        <LinesTable key={String(isFiltered)} label="Lines of the file" lines={isFiltered ? problems : lines} />
      </div>
    </div>
  )
}
