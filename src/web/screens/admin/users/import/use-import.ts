import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '#contract/errors.ts'
import { type ImportedUser } from '#contract/schemas/admin-users.ts'
import { IMPORT_BATCH_ROWS } from '#contract/limits.ts'
import { call } from '#web/data/api.ts'
import { invalidateAfter } from '#web/data/invalidate.ts'
import type { ImportRow } from './check-rows.ts'

export interface SkippedRow {
  row: ImportRow
  /** Why, in words for a person. */
  reason: string
}

interface ImportState {
  step: 'ready' | 'running' | 'paused' | 'done'
  /** How many lines the server has answered for, or were skipped. */
  processed: number
  added: number
  /** Of those that had nothing wrong when the file was checked. */
  skippedRows: SkippedRow[]
  /** What the batch that is next came to when it was tried. */
  error: Error | null
}

type ValidRow = ImportRow & { user: ImportedUser }

/** Brings the lines that have nothing wrong to the server, batch by batch. Leaving ends it after the one on its way. */
export function useImport(rows: ImportRow[]) {
  const client = useQueryClient()
  const validRows = useMemo(() => rows.filter((row): row is ValidRow => row.user !== null), [rows])
  const [state, setState] = useState<ImportState>({
    step: 'ready',
    processed: 0,
    added: 0,
    skippedRows: [],
    error: null,
  })
  const [isStopping, setStopping] = useState(false)
  const shouldContinue = useRef(false)
  useEffect(() => () => void (shouldContinue.current = false), [])

  async function run(initialState: ImportState, invite: boolean): Promise<void> {
    let progress: ImportState = { ...initialState, step: 'running', error: null }
    let isRetry = initialState.error !== null
    shouldContinue.current = true
    setStopping(false)
    setState(progress)
    while (shouldContinue.current && progress.processed < validRows.length) {
      const batch = validRows.slice(progress.processed, progress.processed + IMPORT_BATCH_ROWS)
      try {
        const { msg } = await call('importUsers', { users: batch.map(({ user }) => user), invite })
        progress = {
          ...progress,
          processed: progress.processed + batch.length,
          added: progress.added + msg.added,
          skippedRows: [...progress.skippedRows, ...toSkippedRows(batch, msg.taken, isRetry)],
        }
        isRetry = false
        setState(progress)
      } catch (error) {
        shouldContinue.current = false
        progress = { ...progress, error: error instanceof Error ? error : new AppError('internal') }
      }
    }
    setState({ ...progress, step: progress.processed < validRows.length ? 'paused' : 'done' })
    void invalidateAfter(client, 'importUsers')
  }

  /** Gives up the next lines, or all that are left. */
  const skipRows = (count: number, reason: string): ImportState => ({
    ...state,
    processed: Math.min(validRows.length, state.processed + count),
    skippedRows: [
      ...state.skippedRows,
      ...validRows.slice(state.processed, state.processed + count).map((row) => ({ row, reason })),
    ],
    error: null,
  })

  return {
    ...state,
    isStopping,
    total: validRows.length,
    /** How many a batch that was tried in vain holds. */
    nextBatchSize: Math.min(IMPORT_BATCH_ROWS, validRows.length - state.processed),
    resume: (invite: boolean) => void run(state, invite),
    skipBatch: (invite: boolean) => void run(skipRows(IMPORT_BATCH_ROWS, `Skipped: ${state.error?.message}`), invite),
    finish: () => setState({ ...skipRows(validRows.length, 'The import was ended before this line'), step: 'done' }),
    stop: useCallback(() => {
      shouldContinue.current = false
      setStopping(true)
    }, []),
  }
}

/** A try that failed may have got through after all, and only its answer not. */
function toSkippedRows(batch: ValidRow[], registeredEmails: string[], isRetry: boolean): SkippedRow[] {
  const registeredEmailSet = new Set(registeredEmails)
  const reason = isRetry
    ? 'This e-mail is registered by now, maybe by the try that failed'
    : 'This e-mail was registered meanwhile'
  return batch.filter(({ user }) => registeredEmailSet.has(user.email)).map((row) => ({ row, reason }))
}
