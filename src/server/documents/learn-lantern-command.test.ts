import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../platform/project-root.ts'

/** Runs for a while unless its unit is stopped, and then takes a moment to remove what it has begun. */
const SYSTEMD_RUN = `#!/bin/sh
printf '%s\\n' "$@" > "\${0%/*}/run"
echo started
for _ in $(seq 100); do
  [ ! -e "\${0%/*}/stop" ] || { sleep 0.3; echo removed; exit 1; }
  sleep 0.1
done
`
const SYSTEMCTL = `#!/bin/sh
for refusal in "\${0%/*}"/refusal-*; do
  [ ! -e "$refusal" ] || { rm "$refusal"; exit 5; }
done
echo "$@" > "\${0%/*}/stop"
`

/** Starts the command with stand-ins, because this machine's systemd must not be asked. */
function startCommand(...args: string[]) {
  const folder = mkdtempSync(join(inject('runFolder'), 'test-'))
  writeFileSync(join(folder, 'systemd-run'), SYSTEMD_RUN, { mode: 0o755 })
  writeFileSync(join(folder, 'systemctl'), SYSTEMCTL, { mode: 0o755 })
  const child = spawn(join(PROJECT_ROOT, 'deploy/learn-lantern-command'), args, {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'close') as Promise<[number | null]>
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  return {
    child,
    folder,
    started: once(child.stdout, 'data'),
    read: (name: string) => readFileSync(join(folder, name), 'utf8').trim(),
    waitForEnd: async () => ({ status: (await exited)[0], output }),
  }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'learn-lantern-command stops its service at %s and waits for its end',
  async (signal) => {
    const command = startCommand('restore', 'FILE', '--replace')
    await command.started
    command.child.kill(signal)
    expect(await command.waitForEnd()).toEqual({ status: 130, output: 'started\nremoved\n' })
    const unit = /^--unit=(.+)$/m.exec(command.read('run'))?.[1]
    expect([unit, command.read('stop')]).toEqual([expect.stringMatching(/./), `stop ${unit}`])
  },
)

test('learn-lantern-command stops its service again until a stop succeeds', async () => {
  const command = startCommand('restore', 'FILE', '--replace')
  for (const name of ['refusal-1', 'refusal-2']) writeFileSync(join(command.folder, name), '')
  await command.started
  command.child.kill('SIGINT')
  expect(await command.waitForEnd()).toEqual({ status: 130, output: 'started\nremoved\n' })
})

test('learn-lantern-command ends with the status of its service', async () => {
  const command = startCommand('doctor')
  await command.started
  writeFileSync(join(command.folder, 'stop'), '')
  expect((await command.waitForEnd()).status).toBe(1)
})

test('learn-lantern-command gives systemd a description without the arguments, which may have a key', async () => {
  const command = startCommand('backup', '--to', 's3://KEY:SECRET@s3.example.org/backups')
  await command.started
  command.child.kill('SIGTERM')
  await command.waitForEnd()
  expect(command.read('run')).toMatch(/^--description=Learn Lantern: backup$/m)
})
