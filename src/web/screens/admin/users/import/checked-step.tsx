import { useMemo, useState } from 'react'
import { ImportProgress } from './import-progress.tsx'
import { ImportSummary } from './import-summary.tsx'
import { LeaveImportDialog } from './leave-import-dialog.tsx'
import { ImportPreview } from './import-preview.tsx'
import { getRowProblems } from './get-row-problems.ts'
import { useImport } from './use-import.ts'
import type { CheckedUserFile } from './use-user-file.ts'

/** From what is in a file to what came of it. */
export function CheckedStep({ file, onRestart }: { file: CheckedUserFile; onRestart: () => void }) {
  const [invite, setInvite] = useState(false)
  const importJob = useImport(file.rows)
  const skippedRows = useMemo(() => {
    const invalidRows = file.rows
      .filter(({ user }) => user === null)
      .map((row) => ({ row, reason: getRowProblems(row).join('. ') }))
    return [...invalidRows, ...importJob.skippedRows].sort((one, other) => one.row.number - other.row.number)
  }, [file.rows, importJob.skippedRows])
  if (importJob.step === 'ready') {
    return (
      <ImportPreview
        file={file}
        invite={invite}
        onInviteChange={setInvite}
        onImport={() => importJob.resume(invite)}
        onRestart={onRestart}
      />
    )
  }
  if (importJob.step === 'done')
    return <ImportSummary added={importJob.added} skippedRows={skippedRows} invite={invite} onRestart={onRestart} />
  return (
    <>
      <ImportProgress importJob={importJob} invite={invite} />
      <LeaveImportDialog remaining={importJob.total - importJob.processed} onLeave={importJob.stop} />
    </>
  )
}
