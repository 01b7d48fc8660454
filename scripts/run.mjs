import { spawn } from 'node:child_process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program to its end and passes signals on to it; rejects when it fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const forward = (signal) => {
      child.kill(signal)
      child.once('exit', () => process.exit(1))
    }
    for (const signal of SIGNALS) process.once(signal, forward)
    child.once('error', reject)
    child.once('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, forward)
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} ended with code ${code}`))
    })
  })
}
