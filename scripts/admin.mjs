// `npm run admin -- COMMAND`: administration from the shell. Without a command it lists them.
import { fileURLToPath } from 'node:url'
import { prepareCommand } from './setup/prepare-command.mjs'
import { toStartError } from './to-start-error.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

try {
  await prepareCommand(console.error)
  const { admin } = await import('../dist/server/admin.js')
  await admin(process.argv.slice(2))
} catch (error) {
  const isPlain = ['CommandError', 'SettingError', 'DataInUseError', 'BackupError'].includes(error?.name)
  console.error(isPlain ? error.message : toStartError(error))
  // An interrupted command may have left a connection to the server open.
  process.exit(1)
}
