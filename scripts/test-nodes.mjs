// `npm run test:nodes -- 22 24`: `npm test` on other release lines of Node, 22, 24 and 26 without a number. Their binaries come
// from the registry, into `.cache/nodes`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installIfMissing } from './setup/install.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const given = process.argv.slice(2)
const LINES = given.length > 0 ? given : ['22', '24', '26']
const PACKAGE = `node-${process.platform}-${process.arch}`

await installIfMissing()
const failed = LINES.filter((line) => !testOn(line))
if (failed.length > 0) console.error(`Failed on Node ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

function testOn(line) {
  const folder = resolve('.cache/nodes', line)
  const bin = resolve(folder, 'node_modules', PACKAGE, 'bin')
  if (!existsSync(bin)) {
    const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${PACKAGE}@${line}`]
    if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) return false
  }
  const node = resolve(bin, 'node')
  console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
  // Child processes of the tests run on it as well.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  return spawnSync(node, ['scripts/test.mjs'], { stdio: 'inherit', env }).status === 0
}
