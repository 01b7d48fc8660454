import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

test('work that takes too long is answered as busy', async () => {
  await expect(withTimeout(new Promise(() => {}), 5)).rejects.toMatchObject({ code: 'busy', status: 503 })
})

test('work that is done or fails in time is answered as it ended', async () => {
  await expect(withTimeout(Promise.resolve('done'))).resolves.toBe('done')
  await expect(withTimeout(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
