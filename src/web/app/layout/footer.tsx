import { Link } from '#web/ui/link.tsx'
import { paths } from '#contract/paths.ts'
import { Logo } from '#web/ui/icons/logo.tsx'

const FOOTER_LINKS = [
  { to: paths.allCourses, name: 'All courses' },
  { to: paths.learningPaths, name: 'Learning paths' },
  { to: paths.blogList, name: 'Blog' },
  { to: paths.features, name: 'Features' },
  { to: paths.apiDocs, name: 'API' },
] as const

export function Footer() {
  return (
    <footer className="border-t border-border">
      <div className="container-site flex flex-col gap-4 py-8 sm:flex-row sm:items-center sm:justify-between">
        <div>
          <Logo />
          <p className="text-sm text-muted">Short lessons, at your own pace, with lifetime access.</p>
        </div>
        <nav aria-label="Footer">
          <ul className="-mx-3 flex flex-wrap sm:mx-0">
            {FOOTER_LINKS.map(({ to, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="block rounded-control px-3 py-2.5 text-sm text-muted transition duration-150 hover:text-text"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
