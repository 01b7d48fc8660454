import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { query } from '#web/data/api.ts'
import { checkRows, type ImportRow } from './parse/check-rows.ts'
import { UserFileError, parseUserFile, decodeFile } from './parse/parse-user-file.ts'

export interface CheckedUserFile {
  name: string
  rows: ImportRow[]
  ignoredColumns: string[]
}

type UserFileState =
  | { step: 'choose' }
  | { step: 'checking'; name: string; percent: number }
  /** `retry` is undefined when the file itself is at fault. */
  | { step: 'failed'; text: string; retry: (() => void) | undefined }
  | { step: 'checked'; file: CheckedUserFile }

export const INITIAL_STATE: UserFileState = { step: 'choose' }

/** Reads a file or pasted text and checks each row, without importing anything. */
export function useUserFile() {
  const client = useQueryClient()
  const [fileState, setFileState] = useState(INITIAL_STATE)
  const [pastedText, setPastedText] = useState('')
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  const findRegisteredEmails = useCallback(
    async (emails: string[]) =>
      (await client.fetchQuery({ ...query('findTakenEmails', { emails }), staleTime: 0, gcTime: 0 })).msg,
    [client],
  )

  async function open(source: File | string): Promise<void> {
    abortController.current?.abort()
    if (typeof source === 'string') setPastedText(source)
    const { signal } = (abortController.current = new AbortController())
    const name = typeof source === 'string' ? 'Pasted text' : source.name
    const onProgress = (percent: number) => !signal.aborted && setFileState({ step: 'checking', name, percent })
    onProgress(0)
    try {
      const { rows, ignoredColumns } = await parseUserFile(await decodeFile(new Blob([source])))
      const file = { name, ignoredColumns, rows: await checkRows(rows, { findRegisteredEmails, onProgress, signal }) }
      if (!signal.aborted) setFileState({ step: 'checked', file })
    } catch (error) {
      if (signal.aborted) return
      const isFinal = error instanceof UserFileError
      const message = error instanceof Error ? error.message : String(error)
      setFileState({
        step: 'failed',
        text: isFinal ? `${name} cannot be imported. ${message}` : `Couldn’t check ${name}: ${message}`,
        retry: isFinal ? undefined : () => void open(source),
      })
    }
  }

  const cancel = () => {
    abortController.current?.abort()
    setFileState({ step: 'choose' })
  }
  return {
    fileState,
    /** What was pasted last, until it is imported. */
    pastedText,
    open: (source: File | string) => void open(source),
    cancel,
    restart: () => {
      setPastedText('')
      cancel()
    },
  }
}
