import { expect, test } from 'vitest'
import { CALL_NAMES } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createInput } from './call-inputs.ts'
import { createOwnerRecords } from './owner-records.ts'
import { createOwner } from './owner.ts'

const t = useTestApp({ PAYMENTS: 'test' })

test.each(CALL_NAMES)('%s has an input that its schema accepts', async (name) => {
  const input = await createInput(name, createOwnerRecords(t, await createOwner(t)))
  expect(contract[name].input.safeParse(input).error).toBeUndefined()
})
