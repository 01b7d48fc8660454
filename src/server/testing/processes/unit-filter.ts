import { execFileSync } from 'node:child_process'
import { findProgram } from '../network/proxies.ts'

/** What runs a program under a unit's SystemCallFilter without systemd: strace refuses the calls that the filter refuses. */
export function createFilterCommand(unit: string): string[] {
  const [, errorName] = /^SystemCallErrorNumber=(\S+)$/m.exec(unit) ?? []
  // systemd kills a process that makes a refused call, unless the unit names an error.
  const refusal = errorName ? `error=${errorName}` : 'signal=SIGSYS'
  // Without it strace stops at every call, and with it it delivers no signal.
  const fast = errorName ? ['--seccomp-bpf'] : []
  // A name that this machine's strace does not know is no mistake: the lists are for all architectures.
  const refused = `!${[...readAllowedCalls(unit)].map((name) => `?${name}`).join(',')}`
  const options = ['-f', ...fast, '-qqq', '--signal=none', '-o', '/dev/null']
  return [findProgram('strace') ?? 'strace', ...options, '-e', `trace=${refused}`, '-e', `inject=${refused}:${refusal}`]
}

/** The first line of the filter allows, and each further one adds to that or, with ~, takes away. */
export function readAllowedCalls(unit: string): Set<string> {
  const allowed = new Set<string>()
  for (const [, minus, words = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const name of words.split(' ').flatMap(expandGroup)) {
      if (minus) allowed.delete(name)
      else allowed.add(name)
    }
  return allowed
}

function expandGroup(word: string): string[] {
  if (!word.startsWith('@')) return [word]
  const text = execFileSync(findProgram('systemd-analyze') ?? '', ['syscall-filter', word], { encoding: 'utf8' })
  const names = text
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
  return names.filter((name) => name !== '' && !name.startsWith('#')).flatMap(expandGroup)
}
