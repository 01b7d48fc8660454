import { paths } from '#web/paths.ts'
import type { IconName } from '#web/ui/icon.tsx'

interface Panel {
  to: string
  label: string
  icon: IconName
}

/** The sidebar's items, one for each panel there is. */
export const PANELS: readonly Panel[] = [
  { to: paths.users, label: 'Users', icon: 'users' },
  { to: paths.adminChat, label: 'Chat', icon: 'chat' },
]
