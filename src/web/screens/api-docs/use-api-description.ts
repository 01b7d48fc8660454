import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { ApiDescription } from './api-description.ts'

/** The OpenAPI document is not a call of the contract, so it has its own fetch. */
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

/** A link to a call can be opened before the calls have loaded, so scroll once they have. */
export function useScrollToHash(isReady: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    // Names of calls need no encoding.
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isReady, hash])
}
