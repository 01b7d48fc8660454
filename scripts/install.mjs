// Nothing but Node is needed to run this file: it is what makes the rest of the project runnable.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = [20, 19]

/** Installs the packages of package-lock.json unless just these are installed. */
export function installIfMissing() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw Object.assign(
      new Error(`Node ${OLDEST_NODE.join('.')} or newer is needed, this is ${process.versions.node}`),
      {
        name: 'SettingError',
      },
    )
  }
  const root = fileURLToPath(new URL('..', import.meta.url))
  const stampFile = `${root}node_modules/.installed`
  const stamp = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Installing packages …')
  const options = ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', options, { cwd: root, stdio: 'inherit' })
  writeFileSync(stampFile, stamp)
}
