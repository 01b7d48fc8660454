import { basename } from 'node:path'
import { installIfMissing } from './setup/install.mjs'

/**
 * Makes each file, such as `bench/load.ts`, a program of its own name in `.cache/FOLDER`, because Node 20 runs no
 * TypeScript. Builds the product first, which the programs start.
 */
export async function bundlePrograms(folder, files) {
  try {
    await installIfMissing()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  const { buildIfStale } = await import('./build.mjs')
  await buildIfStale({ onStart: () => console.log('Building …') })
  const { buildChildProgramsIfStale } = await import('./build-child-programs.mjs')
  await buildChildProgramsIfStale()
  const { build } = await import('vite')
  const input = Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { target: 'node20', outDir: `.cache/${folder}`, ssr: true, emptyOutDir: true, rolldownOptions: { input } },
  })
}
