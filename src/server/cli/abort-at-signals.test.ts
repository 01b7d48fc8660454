import { expect, test } from 'vitest'
import { abortAtSignals } from './abort-at-signals.ts'

test('a signal ends a command once, however often npm passes it on', () => {
  const before = process.listeners('SIGTERM')
  const signal = abortAtSignals(() => new Error('Interrupted'))
  const stop = process.listeners('SIGTERM').find((listener) => !before.includes(listener))
  stop?.('SIGTERM')
  stop?.('SIGTERM')
  expect(signal.reason).toEqual(new Error('Interrupted'))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) if (stop) process.removeListener(name, stop)
})
