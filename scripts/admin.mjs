// `npm run admin -- …`: what an admin does who cannot get in, or would rather not. Without a command it says which.
import { installIfMissing } from './install.mjs'

process.chdir(new URL('..', import.meta.url).pathname)

try {
  await installIfMissing()
  const { buildIfStale } = await import('./build.mjs')
  await buildIfStale({ onStart: () => console.error('Building …') })
  const { admin } = await import('../dist/server/admin.js')
  await admin(process.argv.slice(2))
} catch (error) {
  const isPlain = ['CommandError', 'SettingError', 'DataInUseError'].includes(error?.name)
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
}
