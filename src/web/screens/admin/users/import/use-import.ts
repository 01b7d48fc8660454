import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '#contract/errors.ts'
import { type ImportedUser } from '#contract/schemas/accounts/admin-users.ts'
import { IMPORT_BATCH_ROWS } from '#contract/limits.ts'
import { call } from '#web/data/api.ts'
import { invalidateAfter } from '#web/data/invalidate.ts'
import type { ImportRow } from './parse/check-rows.ts'

export interface SkippedRow {
  row: ImportRow
  reason: string
}

interface ImportState {
  step: 'ready' | 'running' | 'paused' | 'done'
  /** Rows that were imported or skipped. */
  processed: number
  added: number
  /** Only rows that were valid when the file was checked. */
  skippedRows: SkippedRow[]
  /** Why the next batch failed when it was last sent. */
  error: Error | null
}

const INITIAL_STATE: ImportState = { step: 'ready', processed: 0, added: 0, skippedRows: [], error: null }

type ValidRow = ImportRow & { user: ImportedUser }

/** Imports the valid rows batch by batch. Leaving the page stops it after the current batch. */
export function useImport(rows: ImportRow[]) {
  const client = useQueryClient()
  const validRows = useMemo(() => rows.filter((row): row is ValidRow => row.user !== null), [rows])
  const [state, setState] = useState(INITIAL_STATE)
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

  return {
    ...state,
    isStopping,
    total: validRows.length,
    nextBatchSize: Math.min(IMPORT_BATCH_ROWS, validRows.length - state.processed),
    resume: (invite: boolean) => void run(state, invite),
    skipBatch: (invite: boolean) => void run(skipFailedBatch(state, validRows), invite),
    finish: () => setState(skipRemaining(state, validRows)),
    stop: useCallback(() => {
      shouldContinue.current = false
      setStopping(true)
    }, []),
  }
}

function skipRows(state: ImportState, rows: ValidRow[], reason: string): ImportState {
  return {
    ...state,
    processed: state.processed + rows.length,
    skippedRows: [...state.skippedRows, ...rows.map((row) => ({ row, reason }))],
    error: null,
  }
}

function skipFailedBatch(state: ImportState, validRows: ValidRow[]): ImportState {
  if (!state.error) return state
  const batch = validRows.slice(state.processed, state.processed + IMPORT_BATCH_ROWS)
  const reason = `Skipped: ${state.error.message}. This user may have been imported: check the users list`
  return skipRows(state, batch, reason)
}

function skipRemaining(state: ImportState, validRows: ValidRow[]): ImportState {
  const rest = skipFailedBatch(state, validRows)
  return { ...skipRows(rest, validRows.slice(rest.processed), 'The import ended before this row'), step: 'done' }
}

/** A failed attempt may have reached the server and lost only its response. */
function toSkippedRows(batch: ValidRow[], registeredEmails: string[], isRetry: boolean): SkippedRow[] {
  const registeredEmailSet = new Set(registeredEmails)
  const reason = isRetry
    ? 'This email is already registered, possibly by the failed attempt'
    : 'This email was registered in the meantime'
  return batch.filter(({ user }) => registeredEmailSet.has(user.email)).map((row) => ({ row, reason }))
}
