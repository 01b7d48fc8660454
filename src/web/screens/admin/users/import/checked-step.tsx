import { useMemo, useState } from 'react'
import { ImportProgress } from './import-progress.tsx'
import { ImportSummary } from './import-summary.tsx'
import { LeaveImport } from './leave-import.tsx'
import { Preview } from './preview.tsx'
import { problemsOf } from './problems-of.ts'
import { useImport } from './use-import.ts'
import type { CheckedFile } from './use-people-file.ts'

/** From what is in a file to what came of it. */
export function CheckedStep({ file, onAgain }: { file: CheckedFile; onAgain: () => void }) {
  const [invite, setInvite] = useState(false)
  const work = useImport(file.lines)
  const leftOut = useMemo(() => {
    const wrong = file.lines
      .filter(({ user }) => user === null)
      .map((line) => ({ line, reason: problemsOf(line).join('. ') }))
    return [...wrong, ...work.leftOut].sort((one, other) => one.line.number - other.line.number)
  }, [file.lines, work.leftOut])
  if (work.step === 'ready') {
    return (
      <Preview file={file} invite={invite} onInvite={setInvite} onImport={() => work.goOn(invite)} onAgain={onAgain} />
    )
  }
  if (work.step === 'done')
    return <ImportSummary added={work.added} leftOut={leftOut} invite={invite} onAgain={onAgain} />
  return (
    <>
      <ImportProgress work={work} invite={invite} />
      <LeaveImport left={work.total - work.handled} onLeave={work.stop} />
    </>
  )
}
