import type { Lockfile } from '../checks/check-lockfile.ts'

interface Component {
  'bom-ref': string
  scope?: string
  properties?: { name: string }[]
}

/** CycloneDX, as `npm sbom` writes it. */
export interface Sbom {
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

const DEVELOPMENT = 'cdx:npm:package:development'

/** The components that are installed in production, and those that bundles contain, which npm takes for development. */
export function createShippedSbom(all: Sbom, bundled: ReadonlySet<string>): Sbom {
  const components = all.components
    .filter((one) => isInstalled(one) || bundled.has(one['bom-ref']))
    .map((one) => (isInstalled(one) ? one : toRequired(one)))
  const kept = new Set(components.map((one) => one['bom-ref']))
  const isComponent = new Set(all.components.map((one) => one['bom-ref']))
  const dependencies = all.dependencies
    // The product itself is in no list of components.
    .filter(({ ref }) => kept.has(ref) || !isComponent.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  return { ...all, components, dependencies }
}

/** `npm sbom --omit dev` leaves out packages that development needs as well, such as cookie. */
export const isInstalled = ({ properties = [] }: Component) => properties.every(({ name }) => name !== DEVELOPMENT)

const toRequired = (component: Component): Component => ({
  ...component,
  scope: 'required',
  properties: component.properties?.filter(({ name }) => name !== DEVELOPMENT) ?? [],
})

/** As an SBOM names a package of the lockfile. */
export function toReference({ packages }: Lockfile, path: string): string {
  const { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version } =
    packages[path] ?? {}
  return `${name}@${version}`
}
