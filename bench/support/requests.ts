import type { Request } from 'autocannon'
import type { CallInput } from '../../src/contract/contract.ts'
import { API_BASE } from '../../src/contract/paths.ts'
import { type CallName, getCall } from '../../src/contract/calls.ts'

/** Builds the request of a call, signed in with this cookie or as a visitor. */
export function toRequest<Name extends CallName>(name: Name, input: CallInput<Name>, cookie?: string): Request {
  const method = getCall(name).method
  return {
    method,
    path: `${API_BASE}/${name}`,
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(input) }),
  }
}
