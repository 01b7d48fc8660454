import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

test('rejects with busy when the work takes too long', async () => {
  await expect(withTimeout(new Promise(() => {}), 5)).rejects.toMatchObject({ code: 'busy', status: 503 })
})

test('settles like the work when it ends in time', async () => {
  await expect(withTimeout(Promise.resolve('done'))).resolves.toBe('done')
  await expect(withTimeout(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
