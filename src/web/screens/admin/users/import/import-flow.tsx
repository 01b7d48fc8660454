import { useMemo, useState } from 'react'
import { getRowProblems } from './parse/check-rows.ts'
import { ImportPreview } from './steps/import-preview.tsx'
import { ImportProgress } from './steps/import-progress.tsx'
import { ImportSummary } from './steps/import-summary.tsx'
import { LeaveImportDialog } from './steps/leave-import-dialog.tsx'
import { useImport } from './use-import.ts'
import type { CheckedUserFile } from './use-user-file.ts'

interface ImportFlowProps {
  file: CheckedUserFile
  /** Nothing was imported. */
  onCancel: () => void
  onRestart: () => void
}

/** A checked file: preview, progress, summary. */
export function ImportFlow({ file, onCancel, onRestart }: ImportFlowProps) {
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
        onCancel={onCancel}
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
