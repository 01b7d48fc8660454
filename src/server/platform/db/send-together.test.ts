import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendTogether } from './send-together.ts'

const fail = async (text: string, afterMs = 0): Promise<never> => {
  await sleep(afterMs)
  throw new Error(text)
}

test('returns both answers', async () => {
  expect(await sendTogether(sleep(5, 'slow'), Promise.resolve('quick'))).toEqual(['slow', 'quick'])
})

test('fails as the first of two failures, whichever came sooner, and as the second alone', async () => {
  await expect(sendTogether(fail('first', 5), fail('second'))).rejects.toThrow('first')
  await expect(sendTogether(sleep(5), fail('second'))).rejects.toThrow('second')
})

test('fails once both have ended, so that nothing is sent behind the ROLLBACK', async () => {
  let hasEnded = false
  const second = sleep(5).then(() => (hasEnded = true))
  await expect(sendTogether(fail('first'), second)).rejects.toThrow('first')
  expect(hasEnded).toBe(true)
})
