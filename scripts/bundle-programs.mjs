import { installIfMissing } from './install.mjs'

/**
 * Makes `FOLDER/NAME.ts` of each name a program in `.cache/FOLDER`, because Node 20 runs no TypeScript. Builds the product
 * first, which the programs start.
 */
export async function bundlePrograms(folder, names) {
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
  const input = Object.fromEntries(names.map((name) => [name, `${folder}/${name}.ts`]))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { target: 'node20', outDir: `.cache/${folder}`, ssr: true, emptyOutDir: true, rolldownOptions: { input } },
  })
}
