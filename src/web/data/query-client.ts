import { QueryClient } from '@tanstack/react-query'
import type { Transport } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { CallName } from '#contract/calls.ts'

/** How often a query that failed for want of a connection or a ready server is tried again (spec.md, section 9). */
const RETRIES = 3

/** One cache over one transport: in the browser for its lifetime, on the server for one page. */
export function createQueryClient(transport: Transport, { retry }: { retry: boolean }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline, a form fails at once and says so, instead of waiting for a line.
      mutations: { networkMode: 'always' },
      queries: {
        // A refusal stays a refusal: only what may pass is tried again, after 1 s, 2 s and 4 s.
        retry: (failures, error) =>
          retry && failures < RETRIES && !(error instanceof AppError && error.status >= 400 && error.status < 500),
        queryFn: ({ queryKey, pageParam }) => {
          const [name, input, paged] = queryKey as [CallName, object, 'pages'?]
          const fullInput = paged === undefined ? input : { ...input, page: pageParam }
          return transport(name, fullInput as Parameters<Transport>[1])
        },
      },
    },
  })
}
