import { paths } from '#contract/paths.ts'
import type { AnyIconName } from '#web/ui/icons/any-icon.tsx'

export interface Panel {
  to: string
  label: string
  icon: AnyIconName
  /** Other words by which the palette finds it. */
  keywords?: string
}

/** In the order of the spec. */
export const SPEC_PANELS: readonly Panel[] = [
  { to: paths.users, label: 'Users', icon: 'users' },
  { to: paths.adminCourses, label: 'Courses', icon: 'book-open' },
  { to: paths.adminBlogs, label: 'Blogs', icon: 'article' },
  { to: paths.analytics, label: 'Analytics', icon: 'dashboard' },
  { to: paths.adminReviews, label: 'Reviews', icon: 'star' },
  { to: paths.adminChat, label: 'Chat', icon: 'chat' },
  { to: paths.systemLog, label: 'System log', icon: 'list' },
  { to: paths.maintenancePanel, label: 'Maintenance', icon: 'power' },
]

/** Below a divider. */
export const SHOP_PANELS: readonly Panel[] = [
  { to: paths.orders, label: 'Orders', icon: 'bag' },
  { to: paths.coupons, label: 'Coupons', icon: 'ticket' },
  { to: paths.adminPaths, label: 'Paths', icon: 'route' },
  { to: paths.adminCertificates, label: 'Certificates', icon: 'certificate' },
  { to: paths.submissions, label: 'Submissions', icon: 'pencil' },
  { to: paths.auditLog, label: 'Audit log', icon: 'shield' },
  { to: paths.trash, label: 'Trash', icon: 'trash', keywords: 'deleted courses restore undo' },
  { to: paths.system, label: 'System', icon: 'monitor' },
]
