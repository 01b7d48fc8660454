import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const STOP_WITH_PARENT = fileURLToPath(new URL('../../scripts/stop-with-parent.mjs', import.meta.url))
/** Prints each signal that it gets, for as long as two polls of its parent take. */
const PROGRAM = `
  import { stopWithParent } from ${JSON.stringify(STOP_WITH_PARENT)}
  stopWithParent()
  process.on('SIGTERM', () => console.log('SIGTERM'))
  setTimeout(() => {}, 2_500)
  console.log('started')
`

/** The signals that a server gets whose shell ends, and that gets `first` itself before. */
async function collectSignals(first?: NodeJS.Signals): Promise<string[]> {
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM" & echo $!; wait'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE: process.execPath, PROGRAM, npm_lifecycle_event: 'start' },
  })
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (!text.includes('started')) return
    if (first) process.kill(Number.parseInt(output), first)
    shell.kill('SIGKILL')
  })
  // The shell's output stays open until the program has ended, too.
  await new Promise((resolve) => shell.stdout.once('end', resolve))
  return output.split('\n').filter((line) => line === 'SIGTERM')
}

test('a server whose shell has ended is stopped with one signal, since a second one would end its drain', async () => {
  const signals = await Promise.all([collectSignals(), collectSignals('SIGTERM')])
  expect(signals).toEqual([['SIGTERM'], ['SIGTERM']])
})
