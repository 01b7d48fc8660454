import { existsSync } from 'node:fs'

const COMMANDS = [
  ...['start', 'dev', 'admin', 'doctor', 'check:ledger', 'check:progress'],
  ...['backup', 'restore', 'verify-backup'],
]

/**
 * Reads settings from .env where there is one; a variable that is already set wins. Tests and benchmarks start the
 * product with other settings, so only the commands that work on a site read the file.
 */
export function loadEnvFile() {
  if (COMMANDS.includes(process.env.npm_lifecycle_event) && existsSync('.env')) process.loadEnvFile('.env')
}
