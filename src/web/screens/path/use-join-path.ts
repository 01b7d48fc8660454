import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

/**
 * Starts or finishes the path with `true`, or leaves it with `false`.
 * @param onDone takes the server's sentence
 */
export function useJoinPath(path_id: number, onDone: (text: string) => void) {
  return useCallMutation('joinPath', {
    mutationFn: (value: boolean) => call('joinPath', { path_id, value }),
    onSuccess: ({ msg }) => onDone(msg),
    onError: (error) => console.error('Joining the path failed:', error.message),
  })
}
