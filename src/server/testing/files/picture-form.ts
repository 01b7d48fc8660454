/** The form of `/handleUploads`. */
export interface PictureForm {
  id?: string | number
  image?: Uint8Array
  /** The server trusts neither the name nor the type. */
  fileName?: string
  type?: string
  extraFields?: Record<string, string>
}

export async function createPictureForm({
  id,
  image,
  fileName = 'picture.png',
  type = 'image/png',
  extraFields = {},
}: PictureForm) {
  const form = new FormData()
  for (const [name, value] of Object.entries(extraFields)) form.append(name, value)
  if (id !== undefined) form.append('id', String(id))
  if (image) form.append('image', new Blob([new Uint8Array(image)], { type }), fileName)
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** One pixel. */
export const TINY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
