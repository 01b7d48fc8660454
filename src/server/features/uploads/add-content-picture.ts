import type { Handler } from '#server/pipeline/handler.ts'

/** Named by nothing until its post is saved: given up, it is removed like any picture that nothing names. */
export const addContentPicture: Handler<'addContentPicture'> = async ({ user, pictures, throttles }, { image }) => {
  await throttles.upload(user.student_id)
  return { msg: { image_url: await pictures.save(image, 'cover') } }
}
