import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** What the Dockerfile builds from, and the settings of npm. */
const SOURCES = [
  ...['package.json', 'package-lock.json', '.npmrc', 'vite.config.ts', 'tsconfig.base.json'],
  ...['scripts', 'src', 'public', 'assets', 'migrations'],
]
/** The database has a random identifier of its own, and the stamp names vite.config.ts, which the second build wraps. */
const DIFFERENT = new Set(['.stamp', 'server/new-database.tar.gz'])
const MODULES = 'modules.txt'

/** Lists what the browser's scripts and the page renderer are built from. The server's source maps name its modules. */
const LISTING_CONFIG = `
import { appendFileSync } from 'node:fs'
import { mergeConfig } from 'vite'
import config from './vite.config.product.ts'

const listModules = {
  name: 'list-modules',
  generateBundle(_options, bundle) {
    const assets = Object.values(bundle).flatMap(({ originalFileNames }) => originalFileNames ?? [])
    const ids = [...this.getModuleIds(), ...assets]
    appendFileSync(new URL('${MODULES}', import.meta.url), ids.join('\\n') + '\\n')
  },
}
export default (env) => mergeConfig(config(env), { plugins: [listModules] })
`

interface Builds {
  /** Of everything in dist. */
  hashes: [first: string, second: string]
  files: number
  /** Files that are not the same in both. */
  different: string[]
  /** Packages of which a bundle has something, by their paths in the lockfile. */
  bundled: Set<string>
}

/** Installs offline from the lockfile, builds, moves everything to another folder, and builds again. */
export function buildTwice(root: string, folder: string): Builds {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  mkdirSync(one)
  for (const path of SOURCES) cpSync(join(root, path), join(one, path), { recursive: true })
  install(one)
  const first = build(one)
  renameSync(one, two)
  renameSync(join(two, 'vite.config.ts'), join(two, 'vite.config.product.ts'))
  writeFileSync(join(two, 'vite.config.ts'), LISTING_CONFIG)
  const second = build(two)
  const names = [...new Set([...first.keys(), ...second.keys()])]
  return {
    hashes: [hashAll(first), hashAll(second)],
    files: second.size,
    different: names.filter((name) => first.get(name) !== second.get(name)),
    bundled: listBundledPackages(two),
  }
}

/** From npm's cache, which is filled first where a package is missing in it. */
function install(folder: string): void {
  const runNpm = (...options: string[]) => {
    const common = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', [...common, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  try {
    runNpm('--offline')
  } catch (error) {
    if (!String((error as { stderr?: unknown }).stderr).includes('ENOTCACHED')) throw error
    runNpm()
    runNpm('--offline')
  }
}

/** The hash of each file of dist. */
function build(folder: string): Map<string, string> {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(dist, name)).isFile() && !DIFFERENT.has(name),
  )
  return new Map(names.sort().map((name) => [name, hash(readFileSync(join(dist, name)))]))
}

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hashAll = (files: Map<string, string>) => hash(JSON.stringify([...files]))

function listBundledPackages(folder: string): Set<string> {
  const server = join(folder, 'dist/server')
  const maps = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))
  const inServer = maps.flatMap((name) => {
    const path = join(server, name)
    const { sources } = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }
    return sources.map((source) => relative(folder, resolve(dirname(path), source)))
  })
  const inClient = readFileSync(join(folder, MODULES), 'utf8').split('\n')
  return new Set(
    [...inServer, ...inClient, ...listImportedStyles(join(folder, 'src/web'))]
      .map(toPackagePath)
      .filter((path) => path !== '' && existsSync(join(folder, path, 'package.json'))),
  )
}

/** A stylesheet's imports become part of it before the bundler sees them. */
const listImportedStyles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/@import '([^.'][^']*)'/g)])
    .map(([, imported]) => `node_modules/${imported}`)

/** `node_modules/a/node_modules/@b/c` of a file in it; empty for a file of the product. */
const toPackagePath = (id: string) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(id)?.[0] ?? ''
