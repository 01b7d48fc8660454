import type { CallName } from '#contract/calls.ts'
import { ACCOUNT_INPUTS } from './account-inputs.ts'
import type { InputBuilders } from './call-input.ts'
import { COMMERCE_INPUTS } from './commerce-inputs.ts'
import { CONTENT_INPUTS } from './content-inputs.ts'
import { LEARNING_INPUTS } from './learning-inputs.ts'
import { OPERATIONS_INPUTS } from './operations-inputs.ts'
import type { OwnerRecords } from './owner-records.ts'

/** A valid input for each call of the contract. A call without one does not compile, and fails call-inputs.test.ts. */
const CALL_INPUTS: InputBuilders = {
  ...ACCOUNT_INPUTS,
  ...COMMERCE_INPUTS,
  ...CONTENT_INPUTS,
  ...LEARNING_INPUTS,
  ...OPERATIONS_INPUTS,
}

export type Input = Record<string, unknown>

/** Makes the records of the owner's that the call is about, and returns the input with their ids. */
export const createInput = async (name: CallName, records: OwnerRecords): Promise<Input> =>
  CALL_INPUTS[name](records) as Input | Promise<Input>
