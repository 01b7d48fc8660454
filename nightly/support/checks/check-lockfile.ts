export interface LockedPackage {
  /** Where it differs from the folder's. */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  /** Shipped inside the package above it. */
  inBundle?: boolean
  dev?: boolean
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

/** Licences whose terms allow using the package in this product. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Zlib', 'OFL-1.1'],
])
/** Weak copyleft: allowed while the package is used unchanged, as files of its own, and so in no bundle. */
const ALLOWED_APART = new Set(['MPL-2.0', 'LGPL-3.0-or-later'])

/** Packages whose package.json names no licence, with the one of their licence file or readme. */
const LICENSE_FILES: Record<string, string> = {
  busboy: 'MIT',
  'combine-errors': 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
}

/**
 * What of the packages is not locked, runs at the installation, or may not be used.
 * @param bundled paths of packages that are part of a bundle
 */
export function findLockfileProblems({ packages }: Lockfile, bundled: ReadonlySet<string> = new Set()): string[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const problems: string[] = []
      if (!locked.inBundle && !locked.integrity?.startsWith('sha512-')) problems.push(`${name} has no integrity`)
      // Without an address it comes from the configured registry.
      if (locked.resolved && !locked.resolved.startsWith('https://registry.npmjs.org/'))
        problems.push(`${name} comes from ${locked.resolved}`)
      if (locked.hasInstallScript) problems.push(`${name} runs a script when it is installed`)
      const license = locked.license ?? LICENSE_FILES[name] ?? 'none'
      if (!isAllowed(license, bundled.has(path)))
        problems.push(`${name} has the licence ${license}${bundled.has(path) ? ' and is in a bundle' : ''}`)
      return problems
    })
}

/** Of `A OR B` one is enough, of `A AND B` all count. */
function isAllowed(license: string, isBundled: boolean): boolean {
  const isOne = (one: string) => ALLOWED.has(one) || (!isBundled && ALLOWED_APART.has(one))
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(isOne))
}
