import type { SaverState } from './answer-saver.ts'

const TEXTS: Record<SaverState['status'], string> = {
  saved: 'Saved',
  unchecked: 'Not checked yet',
  saving: 'Saving…',
  retrying: 'Not saved. Retrying…',
  refused: 'Not saved',
}

export function SaveStatus({ status }: { status: SaverState['status'] }) {
  const isTrouble = status === 'retrying' || status === 'refused'
  return (
    <p className={isTrouble ? 'font-medium text-danger' : 'text-muted'}>
      {TEXTS[status]}
      {/* Only trouble and its end are announced, not each answer. */}
      <span role="status" className="sr-only">
        {isTrouble ? 'Your last answers are not saved yet' : ''}
      </span>
    </p>
  )
}
