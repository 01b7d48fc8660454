// Needs only Node: it installs what every other script imports.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from '../run.mjs'

const MIN_NODE = [20, 19]

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Installs the packages of package-lock.json unless exactly these are installed. */
export async function installIfMissing() {
  requireNode()
  // A container image has the packages that it needs and no sources. Its files may be dated in any order.
  if (!existsSync(`${root}src`)) return
  await install(root, 'Installing packages …', [])
}

/** Installs the packages of a folder in tools/, which few need. */
export async function installTool(name) {
  await install(`${root}tools/${name}/`, `Installing packages of tools/${name} …`, ['--ignore-scripts'])
}

async function install(folder, sentence, options) {
  const stampFile = `${folder}node_modules/.installed`
  const stamp = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (isInstalledByNpm(folder)) return
  console.log(sentence)
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error', ...options]
  await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: folder })
  writeFileSync(stampFile, stamp)
}

/** npm writes this file last, so it is newer than the lockfile it installed from. */
function isInstalledByNpm(folder) {
  const hiddenLockfile = `${folder}node_modules/.package-lock.json`
  return (
    existsSync(hiddenLockfile) && statSync(hiddenLockfile).mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs
  )
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return
  const error = new Error(`Node ${MIN_NODE.join('.')} or newer is needed; this is ${process.versions.node}`)
  error.name = 'SettingError'
  throw error
}
