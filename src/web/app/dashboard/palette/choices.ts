import type { Found } from '#contract/schemas/palette.ts'
import { editBlogPath, editCoursePath, paths, userPath } from '#contract/paths.ts'
import type { Theme } from '#web/theme/theme.ts'
import type { AnyIconName } from '#web/ui/any-icon.tsx'
import { PANELS } from '../panels.ts'

export interface Choice {
  label: string
  /** Beside the label: what tells it from another of the same name. */
  note?: string
  icon: AnyIconName
  /** A person's picture in the icon's place. */
  imageUrl?: string
  /** Where it leads; the one without switches the theme. */
  to?: string
}

export interface Group {
  name: string
  choices: readonly Choice[]
}

const actions = (otherTheme: Theme): Choice[] => [
  { label: 'Add course', icon: 'plus', to: paths.addCourse },
  { label: 'Add blog', icon: 'plus', to: paths.addBlog },
  { label: 'Import users', icon: 'upload', to: paths.importUsers },
  { label: 'View as a student', icon: 'eye', to: paths.viewAsStudent },
  { label: `Switch to the ${otherTheme} theme`, icon: otherTheme === 'light' ? 'sun' : 'moon' },
  { label: 'Log out', icon: 'log-out', to: paths.logout },
]

/** What is known without asking: each word of the text is somewhere in the label. */
export function ownGroups(text: string, otherTheme: Theme): Group[] {
  const words = text.toLowerCase().split(/\s+/)
  const holds = ({ label }: Choice) => words.every((word) => label.toLowerCase().includes(word))
  return [
    { name: 'Panels', choices: PANELS.filter(holds) },
    { name: 'Actions', choices: actions(otherTheme).filter(holds) },
  ]
}

/** What the server found. */
export function foundGroups({ courses, users, blogs }: Found): Group[] {
  return [
    {
      name: 'Courses',
      choices: courses.map((course) => ({ label: course.title, icon: 'book-open', to: editCoursePath(course) })),
    },
    {
      name: 'Users',
      choices: users.map((user) => ({
        label: `${user.first_name} ${user.last_name}`,
        note: user.email,
        icon: 'user',
        imageUrl: user.image_url,
        to: userPath(user),
      })),
    },
    { name: 'Posts', choices: blogs.map((blog) => ({ label: blog.title, icon: 'article', to: editBlogPath(blog) })) },
  ]
}
