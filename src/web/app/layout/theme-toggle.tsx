import { setTheme, useTheme } from '#web/theme/theme.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

/** The icon is selected by the theme class of the body, so that it is right on the first paint. */
export function ThemeToggle() {
  const otherTheme = useTheme() === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      aria-label={`Switch to the ${otherTheme} theme`}
      title={`Switch to the ${otherTheme} theme`}
      onClick={() => setTheme(otherTheme)}
      className="grid size-11 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text md:size-10"
    >
      <Icon name="sun" className="light:hidden" />
      <Icon name="moon" className="hidden light:block" />
    </button>
  )
}
