import { AppError } from '#contract/errors.ts'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { unwrapEnvelope } from '#web/data/api.ts'
import { readJsonBody, sendWithProgress } from '#web/data/send-with-progress.ts'

/** Uploads a file for an assignment and returns its URL. Every failure is an AppError. */
export async function uploadSubmissionFile(
  materialId: number,
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> {
  const request = await sendWithProgress({
    method: 'POST',
    url: `${SUBMISSION_FILES_PATH}?material_id=${materialId}`,
    body: file,
    contentType: 'application/octet-stream',
    onProgress,
    signal,
  })
  const url = request.getResponseHeader('location')
  if (request.status === 201 && url) return url
  // Throws the envelope's error. The upload is a part of handing in, and has no name of its own.
  unwrapEnvelope('submitAssignment', request.status, readJsonBody(request))
  throw new AppError('connection')
}
