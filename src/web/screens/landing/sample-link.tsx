/** A plain link: the server knows what it leads to. */
export function SampleLink({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} className="text-accent-text underline underline-offset-4">
      {text}
    </a>
  )
}
