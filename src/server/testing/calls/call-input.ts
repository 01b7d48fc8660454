import type { CallName } from '#contract/calls.ts'
import type { CallInput } from '#contract/contract.ts'
import type { OwnerRecords } from './owner-records.ts'

/** Builds a valid input about records of the owner's, which it makes. */
type InputBuilder<Name extends CallName> = (records: OwnerRecords) => CallInput<Name> | Promise<CallInput<Name>>

export type InputBuilders = { [Name in CallName]: InputBuilder<Name> }
