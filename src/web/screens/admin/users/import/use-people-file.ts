import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { query } from '#web/data/api.ts'
import { checkLines, type Line } from './check-lines.ts'
import { FileProblem, readPeople, textOf } from './read-people.ts'

export interface CheckedFile {
  name: string
  lines: Line[]
  ignored: string[]
}

type Reading =
  | { step: 'choose' }
  | { step: 'checking'; name: string; percent: number }
  /** @prop again where another try may fare better */
  | { step: 'failed'; text: string; again: (() => void) | undefined }
  | { step: 'checked'; file: CheckedFile }

/** Takes a file or a pasted text in and checks it line by line. Nothing is written. */
export function usePeopleFile() {
  const client = useQueryClient()
  const [reading, setReading] = useState<Reading>({ step: 'choose' })
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const findTaken = useCallback(
    async (emails: string[]) =>
      (await client.fetchQuery({ ...query('findTakenEmails', { emails }), staleTime: 0, gcTime: 0 })).msg,
    [client],
  )

  async function open(source: File | string): Promise<void> {
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    const name = typeof source === 'string' ? 'What you pasted' : source.name
    const onProgress = (percent: number) => !signal.aborted && setReading({ step: 'checking', name, percent })
    onProgress(0)
    try {
      const { lines, ignored } = await readPeople(await textOf(new Blob([source])))
      const file = { name, ignored, lines: await checkLines(lines, { findTaken, onProgress, signal }) }
      if (!signal.aborted) setReading({ step: 'checked', file })
    } catch (error) {
      if (signal.aborted) return
      const isFinal = error instanceof FileProblem
      const words = error instanceof Error ? error.message : String(error)
      setReading({
        step: 'failed',
        text: isFinal ? `${name} cannot be imported. ${words}` : `${name} could not be checked: ${words}`,
        again: isFinal ? undefined : () => void open(source),
      })
    }
  }

  const cancel = () => {
    current.current?.abort()
    setReading({ step: 'choose' })
  }
  return { reading, open: (source: File | string) => void open(source), cancel }
}
