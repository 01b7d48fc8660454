import { Link } from '#web/ui/link.tsx'

export function Logo({ className = '' }: { className?: string }) {
  return (
    <Link
      to="/"
      className={`inline-flex min-h-11 items-center gap-2.5 rounded-control font-display text-xl font-semibold tracking-tight whitespace-nowrap ${className}`}
    >
      <svg
        aria-hidden="true"
        width="22"
        height="24"
        viewBox="0 0 22 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        className="shrink-0"
      >
        <path d="M7.5 6V4.8A3.5 3.5 0 0 1 11 1.5a3.5 3.5 0 0 1 3.5 3.3V6" strokeLinecap="round" />
        <path d="M5.8 6.5h10.4L18.5 22h-15z" />
        <circle cx="11" cy="14.5" r="2.9" className="fill-accent" stroke="none" />
      </svg>
      <span>
        Learn <span className="text-accent-text">Lantern</span>
      </span>
    </Link>
  )
}
