// The built product on a data folder that goes with it.
import { rmSync } from 'node:fs'

process.on('exit', () => rmSync(process.env.DATA_DIR, { recursive: true, force: true }))
await import('../scripts/start.mjs')
