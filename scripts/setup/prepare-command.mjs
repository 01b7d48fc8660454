import { loadEnvFile } from '../load-env-file.mjs'
import { installIfMissing } from './install.mjs'

/**
 * Installs missing packages, reads `.env`, and builds when the sources have changed.
 * @param report console.error where standard output is the command's answer
 */
export async function prepareCommand(report) {
  await installIfMissing()
  loadEnvFile()
  // It imports packages.
  const { buildIfStale } = await import('../build.mjs')
  await buildIfStale({ onStart: () => report('Building …') })
}
