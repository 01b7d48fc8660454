import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call, query } from '#web/data/api.ts'

const maintenance = query('getMaintenace', {})

export function useMaintenance() {
  const client = useQueryClient()
  // Without a record the system is running.
  const isRunning = useSuspenseQuery(maintenance).data.msg[0]?.status ?? true
  const change = useMutation({
    mutationFn: (status: boolean) => call('setMaintenance', { status }),
    onSuccess: (_answer, status) => client.setQueryData(maintenance.queryKey, { msg: [{ status }] }),
    // The request may have reached the server although its response did not arrive.
    onError: () => client.invalidateQueries({ queryKey: maintenance.queryKey }),
  })
  return { isRunning, change }
}
