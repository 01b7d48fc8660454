import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { ApiDescription } from './api-description.ts'

/** The API's description is no call of the API, so it brings its own way to be fetched. */
export function useApiDescription() {
  return useQuery({ queryKey: ['openapi.json'], queryFn: fetchDescription, staleTime: Infinity })
}

async function fetchDescription(): Promise<ApiDescription> {
  const response = await fetch(paths.openApi).catch((cause: unknown) => {
    throw new AppError('connection', { cause })
  })
  if (!response.ok) throw new AppError('connection')
  return (await response.json()) as ApiDescription
}

/** Who follows a link to a call comes before the call is there: goes to it once it is. */
export function useScrollToHash(isReady: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isReady && hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [isReady, hash])
}
