import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { CallOutput } from '#contract/contract.ts'
import type { CallName } from '#contract/calls.ts'

type CallRow<Name extends CallName> = CallOutput<Name> extends (infer Row)[] ? Row : never

/**
 * Changes the rows of every kept list of a paged call before the server has said yes. Gives the way to undo it.
 * @param updateRow what becomes of a row; null takes it out
 */
export function updateCachedRows<Name extends CallName>(
  client: QueryClient,
  name: Name,
  updateRow: (row: CallRow<Name>) => CallRow<Name> | null,
): () => void {
  const previous = client.getQueriesData<InfiniteData<{ msg: CallRow<Name>[] }>>({ queryKey: [name] })
  for (const [key, data] of previous) {
    if (!data || !('pages' in data)) continue
    const pages = data.pages.map((page) => ({ ...page, msg: page.msg.map(updateRow).filter((row) => row !== null) }))
    client.setQueryData(key, { ...data, pages })
  }
  return () => {
    for (const [key, data] of previous) client.setQueryData(key, data)
  }
}
