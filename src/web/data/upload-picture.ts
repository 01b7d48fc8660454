import type { CallInput, CallOutput } from '#contract/contract.ts'
import { API_BASE } from '#contract/paths.ts'
import { getCall } from '#contract/calls.ts'
import { unwrapEnvelope } from './api.ts'
import { readJsonBody, sendWithProgress } from './send-with-progress.ts'

type OnProgress = (percent: number) => void

/**
 * Uploads the picture of a user, course, post or path. Every failure is an AppError.
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

async function sendPicture<Name extends PictureCall>(
  name: Name,
  { image, ...fields }: PictureFields<Name>,
  onProgress: OnProgress,
): Promise<CallOutput<Name>> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  form.append('image', image)
  const url = `${API_BASE}/${name}`
  const request = await sendWithProgress({ method: getCall(name).method, url, body: form, onProgress })
  return unwrapEnvelope(name, request.status, readJsonBody(request)).msg
}
