import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/** Starts the path with `true`, or leaves it with `false`. */
export function useJoinPath(path_id: number) {
  return useCallMutation('joinPath', { mutationFn: (value: boolean) => call('joinPath', { path_id, value }) })
}
