import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Picture } from '#web/ui/picture-file.ts'
import { uploadPicture } from '#web/upload.ts'

/** The second step of a save: the chosen picture, once the server has said whose it is. */
export function usePictureUpload() {
  const [percent, setPercent] = useState<number | null>(null)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ id, picture }: { id: number; picture: Picture }) => uploadPicture(id, picture.blob, setPercent).catch(tellOfTheRest),
    onMutate: () => setPercent(0),
    onSettled: () => setPercent(null),
  })
  return {
    send: (id: number, picture: Picture) => mutateAsync({ id, picture }),
    /** How much of it has been sent, while it is. */
    percent,
    isPending,
    error,
    reset,
  }
}

function tellOfTheRest(cause: Error): never {
  throw new Error(`The rest is saved, but the picture did not arrive: ${cause.message}`, { cause })
}
