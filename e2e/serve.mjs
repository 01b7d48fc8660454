// Starts the built product and deletes its data folder when it ends.
import { rmSync } from 'node:fs'

process.on('exit', () => rmSync(process.env.DATA_DIR, { recursive: true, force: true }))
await import('../scripts/start.mjs')
