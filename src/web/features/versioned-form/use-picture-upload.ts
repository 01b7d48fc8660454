import { useCallback, useRef, useState } from 'react'
import type { Picture } from '#web/ui/form/picture-file.ts'
import { uploadPicture } from '#web/data/upload-picture.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

export type PictureUpload = ReturnType<typeof usePictureUpload>

/** A form's chosen picture. It is uploaded after the save, whose answer has the record's id. */
export function usePictureUpload() {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const pendingPicture = useRef<Picture | null>(null)
  const select = useCallback((selected: Picture | null) => {
    pendingPicture.current = selected
    setPicture(selected)
  }, [])
  const { mutateAsync, isPending, error, reset } = useCallMutation('handleUploads', {
    mutationFn: async (id: number) => {
      if (!pendingPicture.current) return
      setPercent(0)
      await uploadPicture(id, pendingPicture.current.blob, setPercent).catch(throwUploadError)
      select(null)
    },
    onSettled: () => setPercent(null),
  })
  return {
    picture,
    select,
    /** Reads a ref, so that navigation right after the upload sees its result. */
    hasPendingPicture: useCallback(() => pendingPicture.current !== null, []),
    /** @param id of the course or post */
    upload: mutateAsync,
    /** Upload progress, null when none is running. */
    percent,
    isPending,
    error,
    reset,
  }
}

function throwUploadError(cause: Error): never {
  throw new Error(`Your changes are saved, but the picture couldn’t be uploaded: ${cause.message}`, { cause })
}
