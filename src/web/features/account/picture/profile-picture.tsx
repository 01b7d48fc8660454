import type { User } from '#contract/schemas/accounts/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const PICTURE_PX = 250
const FRAME = 'ring-4 ring-surface'

/** @param preview an unsaved picture as a data: URL */
export function ProfilePicture({ user, preview }: { user: User; preview?: string | undefined }) {
  if (preview !== undefined) {
    return (
      <img
        src={preview}
        alt="Profile preview"
        width={PICTURE_PX}
        height={PICTURE_PX}
        className={`rounded-panel object-cover ${FRAME}`}
      />
    )
  }
  return (
    <Avatar
      imageUrl={user.image_url}
      size={PICTURE_PX}
      alt={user.image_url ? `Picture of ${user.first_name}` : 'No picture yet'}
      className={FRAME}
    />
  )
}
