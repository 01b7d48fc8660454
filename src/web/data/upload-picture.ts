import type { CallInput, CallOutput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { API_BASE } from '#contract/paths.ts'
import { getCall } from '#contract/calls.ts'
import { unwrapEnvelope } from './api.ts'

type OnProgress = (percent: number) => void

/**
 * Uploads the picture of a user, course or post. Every failure is an AppError.
 * @param onProgress receives whole percents
 */
export function uploadPicture(id: number, picture: Blob, onProgress: OnProgress): Promise<CallOutput<'handleUploads'>> {
  return sendPicture('handleUploads', { id, image: picture }, onProgress)
}

/** Uploads a picture in a post's content. */
export function uploadContentPicture(picture: Blob, onProgress: OnProgress): Promise<CallOutput<'addContentPicture'>> {
  return sendPicture('addContentPicture', { image: picture }, onProgress)
}

type PictureCall = 'handleUploads' | 'addContentPicture'

/** The server reads the fields in order and needs the id before the picture. */
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
    // fetch does not report upload progress.
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
  } catch {
    return null
  }
}
