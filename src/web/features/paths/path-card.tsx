import { Link } from '#web/ui/link.tsx'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import type { Path } from '#contract/schemas/learning/paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PathFacts } from './path-facts.tsx'
import { PathPicture } from './path-picture.tsx'

export function PathCard({ path, heading: Heading = 'h3' }: { path: Path; heading?: 'h2' | 'h3' }) {
  return (
    <article className="card group relative flex flex-col overflow-hidden transition duration-200 ease-out focus-within:border-border-strong hover:-translate-y-0.5 hover:border-border-strong">
      <div className="relative aspect-[640/300] overflow-hidden">
        <PathPicture path={path} className="transition duration-240 ease-out group-hover:scale-102" />
      </div>
      <div className="flex flex-1 flex-col p-5">
        <PathFacts path={path} />
        <Heading dir="auto" className="mt-2 text-xl wrap-anywhere">
          <Link
            to={learningPathPath(path)}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {path.title}
          </Link>
        </Heading>
        <p dir="auto" className="mt-1.5 text-sm wrap-anywhere text-muted">
          {path.goal}
        </p>
        <p aria-hidden="true" className="mt-auto flex items-center gap-1.5 pt-5 text-sm font-semibold text-accent-text">
          View path
          <Icon name="arrow-right" size={16} className="transition duration-150 group-hover:translate-x-0.5" />
        </p>
      </div>
    </article>
  )
}
