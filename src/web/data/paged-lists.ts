import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { CallOutput } from '#contract/contract.ts'
import type { CallName } from '#contract/methods.ts'

type RowOf<Name extends CallName> = CallOutput<Name> extends (infer Row)[] ? Row : never

/**
 * Changes the rows of every kept list of a paged call before the server has said yes. Gives the way to undo it.
 * @param change what becomes of a row; null takes it out
 */
export function changeRows<Name extends CallName>(
  client: QueryClient,
  name: Name,
  change: (row: RowOf<Name>) => RowOf<Name> | null,
): () => void {
  const before = client.getQueriesData<InfiniteData<{ msg: RowOf<Name>[] }>>({ queryKey: [name] })
  for (const [key, data] of before) {
    if (!data || !('pages' in data)) continue
    const pages = data.pages.map((page) => ({ ...page, msg: page.msg.map(change).filter((row) => row !== null) }))
    client.setQueryData(key, { ...data, pages })
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}
