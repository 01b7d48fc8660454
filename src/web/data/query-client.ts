import { QueryClient } from '@tanstack/react-query'
import type { Transport } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { CallName } from '#contract/calls.ts'

/** From spec.md, section 9. */
const RETRIES = 3

/** One for the page in the browser, one for each rendered page on the server. */
export function createQueryClient(transport: Transport, { retry }: { retry: boolean }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a form fails at once instead of waiting for a connection.
      mutations: { networkMode: 'always' },
      queries: {
        // As suspense queries have at least: what the page has brought is not asked for again.
        staleTime: 1_000,
        retry: (failures, error) => retry && failures < RETRIES && !isFinal(error),
        queryFn: ({ queryKey, pageParam }) => {
          const [name, input, paged] = queryKey as [CallName, object, 'pages'?]
          const fullInput = paged === undefined ? input : { ...input, page: pageParam }
          return transport(name, fullInput as Parameters<Transport>[1])
        },
      },
    },
  })
}

/** Another try would get the same answer (decision 0032). */
const isFinal = (error: Error) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'too_often'
