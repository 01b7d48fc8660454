import type { CallInput, CallOutput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { API_BASE } from '#contract/paths.ts'
import { getCall } from '#contract/calls.ts'
import { unwrapEnvelope } from './api.ts'

type OnProgress = (percent: number) => void

/**
 * Sends a picture for a user, course or post. Throws an AppError, whatever went wrong.
 * @param onProgress hears how much has left the browser, in whole per cent; fetch cannot tell
 */
export function uploadPicture(id: number, picture: Blob, onProgress: OnProgress): Promise<CallOutput<'handleUploads'>> {
  return sendPicture('handleUploads', { id, image: picture }, onProgress)
}

/** Sends a picture that stands in a post's content. */
export function uploadContentPicture(picture: Blob, onProgress: OnProgress): Promise<CallOutput<'addContentPicture'>> {
  return sendPicture('addContentPicture', { image: picture }, onProgress)
}

type PictureCall = 'handleUploads' | 'addContentPicture'

/** What goes into the form, in the order in which the server reads it: whose it is comes before the picture. */
type PictureFields<Name extends PictureCall> = Omit<CallInput<Name>, 'image'> & { image: Blob }

function sendPicture<Name extends PictureCall>(
  name: Name,
  { image, ...fields }: PictureFields<Name>,
  onProgress: OnProgress,
): Promise<CallOutput<Name>> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  form.append('image', image)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(getCall(name).method, `${API_BASE}/${name}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.floor((100 * loaded) / Math.max(1, total))),
    )
    request.addEventListener('load', () => {
      try {
        resolve(unwrapEnvelope(name, request.status, parseJson(request.responseText)).msg)
      } catch (failure) {
        reject(failure)
      }
    })
    for (const eventName of ['error', 'abort', 'timeout']) {
      request.addEventListener(eventName, () => reject(new AppError('connection')))
    }
    request.send(form)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('connection', { cause })
  }
}
