import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import { invalidateAfter, type WriteName } from './invalidate.ts'

interface CallMutationOptions<Data, Variables, Context> extends Omit<
  UseMutationOptions<Data, Error, Variables, Context>,
  'mutationKey'
> {
  /** `onMutate` has changed the cache, so it is refetched after a failure, too. */
  isOptimistic?: boolean
  /** `none` where the cache has the new state already. */
  refetchType?: 'active' | 'none'
}

/** A write of the API. What it changed is refetched, by the tags in the contract, before the mutation ends. */
export function useCallMutation<Data, Variables = void, Context = unknown>(
  name: WriteName,
  {
    isOptimistic = false,
    refetchType = 'active',
    onSettled,
    ...options
  }: CallMutationOptions<Data, Variables, Context>,
) {
  const client = useQueryClient()
  const mutationKey = [name]
  return useMutation({
    ...options,
    mutationKey,
    onSettled: async (data, error, ...rest) => {
      // An answer from before the last of several writes would undo the optimistic changes of those still on their way.
      const isLast = !isOptimistic || client.isMutating({ mutationKey }) === 1
      if (isLast && (isOptimistic || !error)) await invalidateAfter(client, name, { refetchType })
      await onSettled?.(data, error, ...rest)
    },
  })
}
