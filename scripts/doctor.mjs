// `npm run doctor`: looks for what is wrong with this installation and says how to mend it. Ends with 1 on a problem.
import { fileURLToPath } from 'node:url'
import { prepareCommand } from './setup/prepare-command.mjs'
import { toStartError } from './to-start-error.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

try {
  await prepareCommand(console.error)
  const { doctor } = await import('../dist/server/doctor.js')
  const { text, hasProblem } = await doctor(process.argv.slice(2))
  console.log(text)
  process.exitCode = hasProblem ? 1 : 0
} catch (error) {
  console.error(error?.name === 'CommandError' ? error.message : toStartError(error))
  process.exitCode = 1
}
