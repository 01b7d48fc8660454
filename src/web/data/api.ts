import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CallResponse, CallInput, Transport } from '#contract/contract.ts'
import { AppError, isErrorCode } from '#contract/errors.ts'
import { getResponseKey, type CallName, getCall } from '#contract/calls.ts'
import { API_BASE } from '#contract/paths.ts'

/** Calls the API. Every failure is an AppError. */
export const call: Transport = async (name, input) => {
  const method = getCall(name).method
  let status: number
  let responseBody: unknown
  try {
    const response = await fetch(`${API_BASE}/${name}`, {
      method,
      credentials: 'same-origin',
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    })
    status = response.status
    responseBody = await response.json()
  } catch (cause) {
    throw new AppError('connection', { cause })
  }
  return unwrapEnvelope(name, status, responseBody)
}

interface Envelope {
  status: boolean
  code?: unknown
  msg?: unknown
  data?: unknown
  nextPage?: unknown
}

function isEnvelope(responseBody: unknown): responseBody is Envelope {
  return (
    typeof responseBody === 'object' &&
    responseBody !== null &&
    'status' in responseBody &&
    typeof responseBody.status === 'boolean'
  )
}

/** Returns the answer in an envelope, or throws its error. */
export function unwrapEnvelope<Name extends CallName>(
  name: Name,
  httpStatus: number,
  responseBody: unknown,
): CallResponse<Name> {
  const messageKey = getResponseKey(name)
  if (!isEnvelope(responseBody)) throw new AppError(httpStatus === 404 ? 'page_not_found' : 'connection')
  if (responseBody.status) {
    // The server has validated this with the contract's output schema.
    return { msg: responseBody[messageKey], nextPage: responseBody.nextPage } as CallResponse<Name>
  }
  const code = isErrorCode(responseBody.code) ? responseBody.code : 'internal'
  const text = responseBody[messageKey] ?? responseBody.msg
  throw new AppError(code, { fields: responseBody, ...(typeof text === 'string' && { text }) })
}

type PagedCall = {
  [Name in CallName]: CallInput<Name> extends { page: number | null } ? Name : never
}[CallName]

// These have no queryFn: the QueryClient's default one calls its transport (query-client.ts), in-process on the server
// and over the network in the browser.

/** The query of a call. */
export function query<Name extends CallName>(name: Name, input: CallInput<Name>) {
  return queryOptions<CallResponse<Name>, AppError, CallResponse<Name>, [Name, CallInput<Name>]>({
    queryKey: [name, input],
  })
}

/** The infinite query of a paged call. */
export function pages<Name extends PagedCall | 'getBlogData'>(name: Name, input: Omit<CallInput<Name>, 'page'>) {
  return infiniteQueryOptions<
    CallResponse<Name> & { nextPage: number | null },
    AppError,
    { pages: (CallResponse<Name> & { nextPage: number | null })[]; pageParams: number[] },
    [Name, Omit<CallInput<Name>, 'page'>, 'pages'],
    number
  >({
    queryKey: [name, input, 'pages'],
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage,
  })
}
