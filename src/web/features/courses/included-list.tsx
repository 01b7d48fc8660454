import { AnyIcon, type AnyIconName } from '#web/ui/icons/any-icon.tsx'

const INCLUDED: [AnyIconName, string][] = [
  ['shield', '30 Days Money Guarantee'],
  ['lock', 'Secure Payment Gateway'],
  ['clock', 'Lifetime access, at your own pace'],
  ['certificate', 'Certificate of completion'],
]

/** What comes with every course. */
export function IncludedList() {
  return (
    <ul className="mt-4 mb-5 space-y-2.5">
      {INCLUDED.map(([icon, text]) => (
        <li key={text} className="flex items-center gap-2.5 text-sm text-muted">
          <AnyIcon name={icon} size={18} className="text-success" />
          {text}
        </li>
      ))}
    </ul>
  )
}
