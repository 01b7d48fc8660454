import { Cover, type CoverProps, type CoverTheme } from './cover.tsx'
import { hills } from './motifs/hills.tsx'

const NAVY: CoverTheme = { motif: hills, light: '#26367a', deep: '#0a1128', sky: true }
const SKIES: readonly CoverTheme[] = [
  NAVY,
  { ...NAVY, light: '#4a3580', deep: '#120d2c' },
  { ...NAVY, light: '#1d5468', deep: '#07182a' },
  { ...NAVY, light: '#6b3a58', deep: '#190f28' },
]

export function NightCover({ id, ...rest }: CoverProps) {
  return <Cover id={id} theme={SKIES[id % SKIES.length] ?? NAVY} {...rest} />
}
