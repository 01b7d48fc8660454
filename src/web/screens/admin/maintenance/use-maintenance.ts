import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call, query } from '#web/data/api.ts'
import { invalidateTags } from '#web/data/invalidate.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

const maintenance = query('getMaintenace', {})

export function useMaintenance() {
  const client = useQueryClient()
  // Without a record the system is running.
  const isRunning = useSuspenseQuery(maintenance).data.msg[0]?.status ?? true
  const change = useCallMutation('setMaintenance', {
    mutationFn: (status: boolean) => call('setMaintenance', { status }),
    // The request may have reached the server although its response did not arrive.
    onError: () => void invalidateTags(client, ['site']),
  })
  return { isRunning, change }
}
