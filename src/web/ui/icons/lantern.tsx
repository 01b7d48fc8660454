import { useId } from 'react'

/** The illustration of screens without content. */
export function Lantern({ isLit = false, className = '' }: { isLit?: boolean; className?: string }) {
  const glow = useId()
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 220"
      fill="none"
      strokeWidth="2.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      className={`overflow-visible text-border-strong ${className}`}
      stroke="currentColor"
    >
      <radialGradient id={glow}>
        <stop className="[stop-color:var(--accent)]" stopOpacity=".5" />
        <stop offset=".35" className="[stop-color:var(--accent)]" stopOpacity=".18" />
        <stop offset="1" className="[stop-color:var(--accent)]" stopOpacity="0" />
      </radialGradient>
      {isLit && <circle cx="160" cy="128" r="110" fill={`url(#${glow})`} stroke="none" />}
      <path d="M8 196c52-20 96-24 152-18s104 2 152-8" opacity=".6" />
      <path d="M32 206c46-12 92-14 132-10s84 4 124-4" opacity=".3" />
      <path d="M160 0v40" strokeDasharray="1 8" opacity=".7" />
      <path d="M142 70V60a18 18 0 0 1 36 0v10" />
      <path d="M130 72h60l6 14h-72z" className="fill-surface" />
      <path d="m126 86-10 86h88l-10-86z" className="fill-surface" />
      <path d="m144 86-5 86M176 86l5 86" opacity=".5" />
      <path d="M112 172h96v12h-96z" className="fill-surface" />
      {isLit ? (
        <>
          <path d="M160 108c11 14 16 22 16 31a16 16 0 0 1-32 0c0-9 5-17 16-31z" className="fill-accent" stroke="none" />
          <path
            d="M160 132c5 6 7 9 7 13a7 7 0 0 1-14 0c0-4 2-7 7-13z"
            className="fill-white"
            opacity=".85"
            stroke="none"
          />
        </>
      ) : (
        <path d="M160 172v-18m0-8c-5-6 5-9 0-16s4-10 0-16" />
      )}
    </svg>
  )
}
