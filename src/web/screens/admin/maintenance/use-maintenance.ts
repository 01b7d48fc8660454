import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call, query } from '#web/data/api.ts'
import { invalidateTags } from '#web/data/invalidate.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

const maintenance = query('getMaintenace', {})

/** Whether the system is running, and the switch. The server's word on it is shown once it is given. */
export function useMaintenance() {
  const client = useQueryClient()
  // An absent record is a running system.
  const isRunning = useSuspenseQuery(maintenance).data.msg[0]?.status ?? true
  const change = useCallMutation('setMaintenance', {
    mutationFn: (status: boolean) => call('setMaintenance', { status }),
    // Refused or lost: what is true by now is asked for.
    onError: () => invalidateTags(client, ['site']),
  })
  return { isRunning, change }
}
