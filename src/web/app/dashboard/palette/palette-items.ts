import type { SearchResults } from '#contract/schemas/operations/command-palette.ts'
import { paths } from '#contract/paths.ts'
import { editBlogPath, editCoursePath, userPath } from '#contract/paths/record-paths.ts'
import type { Theme } from '#web/theme/theme.ts'
import type { AnyIconName } from '#web/ui/icons/any-icon.tsx'
import { SHOP_PANELS, SPEC_PANELS } from '../panels.ts'

export interface PaletteItem {
  label: string
  /** Distinguishes items with the same label. */
  note?: string
  /** Other words that find it. */
  keywords?: string
  icon: AnyIconName
  /** Replaces the icon. */
  imageUrl?: string
  /** The item without a path switches the theme. */
  to?: string
}

export interface PaletteGroup {
  name: string
  items: readonly PaletteItem[]
}

const getActions = (otherTheme: Theme): PaletteItem[] => [
  { label: 'Add course', icon: 'plus', to: paths.addCourse },
  { label: 'Add blog', icon: 'plus', to: paths.addBlog },
  {
    label: 'Your account',
    keywords: 'profile password picture photo email sessions devices settings',
    icon: 'user',
    to: paths.adminAccount,
  },
  { label: 'Import users', icon: 'upload', to: paths.importUsers },
  { label: 'View as a student', icon: 'eye', to: paths.viewAsStudent },
  { label: `Switch to the ${otherTheme} theme`, icon: otherTheme === 'light' ? 'sun' : 'moon' },
  { label: 'Log out', icon: 'log-out', to: paths.logout },
]

/** Items whose label or keywords contain every word of the text. */
export function getLocalGroups(text: string, otherTheme: Theme): PaletteGroup[] {
  const words = text.toLowerCase().split(/\s+/)
  const matches = ({ label, keywords = '' }: PaletteItem) => {
    const searched = `${label} ${keywords}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  return [
    { name: 'Pages', items: [...SPEC_PANELS, ...SHOP_PANELS].filter(matches) },
    { name: 'Actions', items: getActions(otherTheme).filter(matches) },
  ]
}

export function toResultGroups({ courses, users, blogs }: SearchResults): PaletteGroup[] {
  return [
    {
      name: 'Courses',
      items: courses.map((course) => ({ label: course.title, icon: 'book-open', to: editCoursePath(course) })),
    },
    {
      name: 'Users',
      items: users.map((user) => ({
        label: `${user.first_name} ${user.last_name}`,
        note: user.email,
        icon: 'user',
        imageUrl: user.image_url,
        to: userPath(user),
      })),
    },
    { name: 'Posts', items: blogs.map((blog) => ({ label: blog.title, icon: 'article', to: editBlogPath(blog) })) },
  ]
}
