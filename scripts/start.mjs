// `npm start` on a fresh clone or any later: installs what is missing, builds what is stale, starts the server.
import { installIfMissing } from './install.mjs'

process.chdir(new URL('..', import.meta.url).pathname)

try {
  installIfMissing()
  const { buildIfStale } = await import('./build.mjs')
  buildIfStale({ onStart: () => console.log('Building …') })
  const { main } = await import('../dist/server/main.js')
  await main()
} catch (error) {
  // One clear sentence for what its reader can mend; the whole error for what is ours.
  console.error(sentence(error))
  process.exit(1)
}

function sentence(error) {
  if (error?.code === 'EADDRINUSE')
    return `Port ${error.port} is taken by another program: stop it, or set PORT to another one.`
  if (error?.code === 'EACCES' && error.syscall === 'listen')
    return `Port ${error.port} may not be opened by this user: set PORT to one above 1023.`
  if (error?.name === 'SettingError' || error?.name === 'DataInUseError') return `${error.message}.`
  return error
}
