import { expect, test } from 'vitest'
import { isFatalLine } from './open-pglite.ts'

const TIME = '2026-11-24 22:24:32.846 UTC [42]'

test.each([
  'PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device',
  'FATAL:  the database system is shutting down',
  'ERROR:  could not create file "base/5/16618_fsm": File exists',
  'ERROR:  could not seek to end of file "base/5/16639": No file descriptors available',
  'ERROR:  could not open file "base/5/16618_fsm": No file descriptors available',
])('the embedded database restarts after %s', (message) => {
  expect(isFatalLine(`${TIME} ${message}`)).toBe(true)
})

test.each([
  `${TIME} ERROR:  could not extend file "base/5/16893": No space left on device`,
  `${TIME} ERROR:  invalid input syntax for type integer: "could not create file "a": File exists"`,
  `${TIME} STATEMENT:  select 'ERROR:  could not create file "a": File exists'`,
  'ERROR:  could not create file "a": File exists',
])('it serves on after %s', (line) => {
  expect(isFatalLine(line)).toBe(false)
})
