/** What a browser's form sends to `/handleUploads`. */
export interface PictureForm {
  id?: string | number
  image?: Uint8Array
  /** What the file claims to be called and to be; neither is believed. */
  fileName?: string
  type?: string
  /** Further fields. */
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

/** The smallest PNG there is: one dot. */
export const TINY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
