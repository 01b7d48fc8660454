import { paths } from '#contract/paths.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { countOf } from './count-of.ts'
import { LinesTable } from './lines-table.tsx'
import { saveLeftOut } from './save-people.ts'
import { takeFocus } from './take-focus.ts'
import type { LeftOut } from './use-import.ts'

interface ImportSummaryProps {
  added: number
  leftOut: LeftOut[]
  invite: boolean
  onAgain: () => void
}

/** What an import came to, and who is not in it. */
export function ImportSummary({ added, leftOut, invite, onAgain }: ImportSummaryProps) {
  const lines = leftOut.map(({ line, reason }) => (line.user ? { ...line, problem: reason, user: null } : line))
  return (
    <div className="space-y-6">
      <section aria-labelledby="imported" className="card flex flex-col items-center px-5 py-10 text-center sm:py-12">
        <span className="grid size-14 place-items-center rounded-full bg-[var(--success-wash)] text-success">
          <AnyIcon name="check" size={28} />
        </span>
        <h2 id="imported" ref={takeFocus} tabIndex={-1} className="mt-4 text-3xl outline-none">
          {countOf(added, 'user')} imported
        </h2>
        <p role="status" className="mt-2 max-w-md text-muted">
          {added > 0 &&
            (invite
              ? 'Each gets a mail that says how to choose a password. '
              : 'Each can set a password by “Forgot password”. ')}
          {leftOut.length === 0
            ? 'No line was left out.'
            : `${countOf(leftOut.length, 'line')} ${leftOut.length === 1 ? 'was' : 'were'} left out. Download, mend, and import again.`}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-2.5">
          {leftOut.length > 0 && (
            <Button onClick={() => void saveLeftOut(leftOut)}>
              <AnyIcon name="download" size={18} />
              Lines left out
            </Button>
          )}
          <ButtonLink to={paths.users} look={leftOut.length > 0 ? 'secondary' : 'primary'}>
            All users
          </ButtonLink>
          <Button look="secondary" onClick={onAgain}>
            Import another file
          </Button>
        </div>
      </section>
      {lines.length > 0 && <LinesTable label="Lines left out" lines={lines} />}
    </div>
  )
}
