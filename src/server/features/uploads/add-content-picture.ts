import type { Handler } from '#server/pipeline/handler.ts'

/** Cleanup removes the picture if its post is never saved. */
export const addContentPicture: Handler<'addContentPicture'> = async ({ user, pictures, throttles }, { image }) => {
  await throttles.upload(user.student_id)
  return { msg: { image_url: await pictures.save(image, 'cover') } }
}
