import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '#contract/errors.ts'
import { IMPORT_ROWS, type ImportedUser } from '#contract/schemas/user-panel.ts'
import { call } from '#web/data/api.ts'
import type { Line } from './check-lines.ts'

export interface LeftOut {
  line: Line
  /** Why, in words for a person. */
  reason: string
}

interface Importing {
  step: 'ready' | 'running' | 'paused' | 'done'
  /** How many lines the server has answered for, or were skipped. */
  handled: number
  added: number
  /** Of those that had nothing wrong when the file was checked. */
  leftOut: LeftOut[]
  /** What the batch that is next came to when it was tried. */
  error: Error | null
}

type ReadyLine = Line & { user: ImportedUser }

/** Brings the lines that have nothing wrong to the server, batch by batch. Leaving ends it after the one on its way. */
export function useImport(lines: Line[]) {
  const client = useQueryClient()
  const ready = useMemo(() => lines.filter((line): line is ReadyLine => line.user !== null), [lines])
  const [state, setState] = useState<Importing>({ step: 'ready', handled: 0, added: 0, leftOut: [], error: null })
  const [isStopping, setStopping] = useState(false)
  const goesOn = useRef(false)
  useEffect(() => () => void (goesOn.current = false), [])

  async function run(from: Importing, invite: boolean): Promise<void> {
    let at: Importing = { ...from, step: 'running', error: null }
    let isRetry = from.error !== null
    goesOn.current = true
    setStopping(false)
    setState(at)
    while (goesOn.current && at.handled < ready.length) {
      const batch = ready.slice(at.handled, at.handled + IMPORT_ROWS)
      try {
        const { msg } = await call('importUsers', { users: batch.map(({ user }) => user), invite })
        at = {
          ...at,
          handled: at.handled + batch.length,
          added: at.added + msg.added,
          leftOut: [...at.leftOut, ...takenOf(batch, msg.taken, isRetry)],
        }
        isRetry = false
        setState(at)
      } catch (error) {
        goesOn.current = false
        at = { ...at, error: error instanceof Error ? error : new AppError('internal') }
      }
    }
    setState({ ...at, step: at.handled < ready.length ? 'paused' : 'done' })
    void client.invalidateQueries({ queryKey: ['getUsers'] })
  }

  /** Gives up the next lines, or all that are left. */
  const skip = (count: number, reason: string): Importing => ({
    ...state,
    handled: Math.min(ready.length, state.handled + count),
    leftOut: [...state.leftOut, ...ready.slice(state.handled, state.handled + count).map((line) => ({ line, reason }))],
    error: null,
  })

  return {
    ...state,
    isStopping,
    total: ready.length,
    /** How many a batch that was tried in vain holds. */
    nextCount: Math.min(IMPORT_ROWS, ready.length - state.handled),
    goOn: (invite: boolean) => void run(state, invite),
    skipBatch: (invite: boolean) => void run(skip(IMPORT_ROWS, `Skipped: ${state.error?.message}`), invite),
    finish: () => setState({ ...skip(ready.length, 'The import was ended before this line'), step: 'done' }),
    stop: useCallback(() => {
      goesOn.current = false
      setStopping(true)
    }, []),
  }
}

/** A try that failed may have got through after all, and only its answer not. */
function takenOf(batch: ReadyLine[], taken: string[], isRetry: boolean): LeftOut[] {
  const isTaken = new Set(taken)
  const reason = isRetry
    ? 'This e-mail is registered by now, maybe by the try that failed'
    : 'This e-mail was registered meanwhile'
  return batch.filter(({ user }) => isTaken.has(user.email)).map((line) => ({ line, reason }))
}
