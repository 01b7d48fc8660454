import { AppError } from '#contract/errors.ts'
import { API_BASE, METHODS } from '#contract/methods.ts'
import { openEnvelope } from './api.ts'

/**
 * Sends a picture for a user, course or post. Throws an AppError, whatever went wrong.
 * @param onProgress hears how much has left the browser, in whole per cent; fetch cannot tell
 */
export function uploadPicture(id: number, picture: Blob, onProgress: (percent: number) => void): Promise<{ image_url: string }> {
  const form = new FormData()
  // The server reads in this order: whose it is comes before the picture.
  form.append('id', String(id))
  form.append('image', picture)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(METHODS.handleUploads, `${API_BASE}/handleUploads`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / Math.max(1, total))))
    request.addEventListener('load', () => {
      try {
        resolve(openEnvelope('handleUploads', request.status, readJson(request.responseText)).msg)
      } catch (failure) {
        reject(failure)
      }
    })
    for (const loss of ['error', 'abort', 'timeout']) {
      request.addEventListener(loss, () => reject(new AppError('connection')))
    }
    request.send(form)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('connection', { cause })
  }
}
