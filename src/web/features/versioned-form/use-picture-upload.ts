import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Picture } from '#web/ui/form/picture-file.ts'
import { uploadPicture } from '#web/data/upload-picture.ts'

/** A form's chosen picture, and the second step of a save: sending it, once the server has said whose it is. */
export function usePictureUpload() {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const pendingPicture = useRef<Picture | null>(null)
  const selectPicture = useCallback((selected: Picture | null) => {
    pendingPicture.current = selected
    setPicture(selected)
  }, [])
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (id: number) => {
      if (!pendingPicture.current) return
      setPercent(0)
      await uploadPicture(id, pendingPicture.current.blob, setPercent).catch(throwUploadError)
      selectPicture(null)
    },
    onSettled: () => setPercent(null),
  })
  return {
    picture,
    pick: selectPicture,
    /** Asked at that moment: a picture is chosen and not sent yet. */
    hasPendingPicture: useCallback(() => pendingPicture.current !== null, []),
    /** Sends it, where one is waiting. @param id of the course or post, as its save answered */
    upload: mutateAsync,
    /** How much of it has been sent, while it is. */
    percent,
    isPending,
    error,
    reset,
  }
}

function throwUploadError(cause: Error): never {
  throw new Error(`The rest is saved, but the picture did not arrive: ${cause.message}`, { cause })
}
