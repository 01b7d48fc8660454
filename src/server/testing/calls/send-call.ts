import type { FastifyInstance } from 'fastify'
import { type CallName, getCall } from '#contract/calls.ts'
import { API_BASE } from '#contract/paths.ts'
import { createPictureForm } from '#server/testing/files/picture-form.ts'
import { DEVICE_COOKIE } from '#server/testing/test-client.ts'
import type { Input } from './call-inputs.ts'

export interface CallAnswer {
  status: number
  body: Record<string, unknown>
}

/** Sends an input as JSON, or as multipart where the call takes a picture, from the test client's browser. */
export async function sendCall(app: FastifyInstance, name: CallName, input: Input, cookie = ''): Promise<CallAnswer> {
  const { method, isMultipart } = getCall(name)
  const { headers, payload } = isMultipart ? await toForm(input) : { headers: {}, payload: input }
  const response = await app.inject({
    method,
    url: `${API_BASE}/${name}`,
    headers: { ...headers, cookie: cookie.includes('device=') ? cookie : `${DEVICE_COOKIE}; ${cookie}` },
    ...(method !== 'GET' && { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}

/** The server limits a form's fields. */
const MAX_EXTRA_FIELDS = 3

function toForm({ id, image, ...others }: Input) {
  const extraFields = Object.fromEntries(
    Object.entries(others)
      .slice(0, MAX_EXTRA_FIELDS)
      .map(([field, value]) => [field, String(value)]),
  )
  return createPictureForm({ id: id as string | number, image: image as Uint8Array, extraFields })
}
