// `npm start`: installs missing packages, builds when the sources have changed, and starts the server in this process.
// With WORKERS it starts several processes of this file, which find the build done.
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { prepareCommand } from './setup/prepare-command.mjs'
import { stopWithParent } from './stop-with-parent.mjs'
import { toStartError } from './to-start-error.mjs'

// V8 would let its heap grow to four times what is in use before it collects garbage (decision 61).
setFlagsFromString('--heap-growing-percent=50')
// It might also put objects of single requests among the old ones, which halves the speed of cached answers (decision 63).
setFlagsFromString('--no-allocation-site-pretenuring')
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// The first process stops the others.
if (cluster.isPrimary) stopWithParent()

try {
  if (cluster.isPrimary) await prepareCommand(console.log)
  const { main } = await import('../dist/server/main.js')
  await main()
} catch (error) {
  console.error(toStartError(error))
  process.exit(1)
}
