// `npm run migration -- --name what_changed`: writes the SQL for a change of the database schema.
import { fileURLToPath } from 'node:url'
import { installIfMissing, installTool } from '../../scripts/setup/install.mjs'
import { run } from '../../scripts/run.mjs'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
await installIfMissing()
await installTool('migration')
const program = 'tools/migration/node_modules/drizzle-kit/bin.cjs'
const paths = ['--schema', './src/server/platform/db/schema.ts', '--out', './migrations']
const args = [program, 'generate', '--dialect', 'postgresql', ...paths, ...process.argv.slice(2)]
await run(process.execPath, args).catch(() => (process.exitCode = 1))
