/** The server knows what it leads to. With a target, the landing page's own navigation leaves the click to the browser. */
export function SampleLink({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} target="_self" className="text-accent-text underline underline-offset-4">
      {text}
    </a>
  )
}
