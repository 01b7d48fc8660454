import { expect, test } from 'vitest'
import { users } from '#server/platform/db/schema.ts'
import { createLocalBus } from '#server/platform/bus/bus.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { WriteScope } from './write-scope.ts'

const t = useTestApp()

/** What the bus sent by the time that the transaction had committed, and once the call was done. */
async function write({ isBatched, more = [] }: { isBatched: boolean; more?: string[] }) {
  const sent: string[] = []
  const bus = createLocalBus({
    onBusMessage: (message) => {
      if (message.kind === 'changed') sent.push(...message.tags)
    },
  })
  const scope = new WriteScope(t.db, bus, ['progress:7'], isBatched)
  await scope.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).limit(1)
    if (more.length > 0) scope.invalidate(more)
  })
  const afterCommit = [...sent]
  await scope.finish()
  return { afterCommit, atEnd: sent }
}

test('sends a call’s tags with its transaction, and not again at its end', async () => {
  expect(await write({ isBatched: false })).toEqual({ afterCommit: ['progress:7'], atEnd: ['progress:7'] })
})

test('sends a batched call’s tags when the call is done', async () => {
  expect(await write({ isBatched: true })).toEqual({ afterCommit: [], atEnd: ['progress:7'] })
})

test('sends a batched call’s tags with its transaction when it changed more', async () => {
  const tags = ['progress:7', 'certificates']
  expect(await write({ isBatched: true, more: ['certificates'] })).toEqual({ afterCommit: tags, atEnd: tags })
})
