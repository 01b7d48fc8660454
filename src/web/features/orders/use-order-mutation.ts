import { useQueryClient } from '@tanstack/react-query'
import type { WriteName } from '#web/data/invalidate.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/** A write that a second click does not repeat: it can come before the first one's state is rendered. */
export function useOrderMutation<Data, Variables = void>(
  name: WriteName,
  options: Parameters<typeof useCallMutation<Data, Variables>>[1],
) {
  const client = useQueryClient()
  const mutation = useCallMutation<Data, Variables>(name, options)
  return {
    ...mutation,
    mutate: (variables: Variables) => {
      if (client.isMutating({ mutationKey: [name] }) === 0) mutation.mutate(variables)
    },
  }
}
