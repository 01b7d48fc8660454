import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CallResponse, CallInput, Transport } from '#contract/contract.ts'
import { AppError, isErrorCode } from '#contract/errors.ts'
import { getResponseKey, type CallName, getCall } from '#contract/calls.ts'
import { API_BASE } from '#contract/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'

interface Actor {
  user: User | null
  /** Whom students write to, where known. */
  adminId: number | undefined
}

let getActor = (): Actor => ({ user: null, adminId: undefined })

/** Says who acts, for the fields of `getActorFields`. */
export function setActorSource(source: () => Actor): void {
  getActor = source
}

/** The acting user's fields that spec.md, section 7 lists. The server checks the id and believes nothing else. */
function getActorFields(name: CallName): object {
  const { user, adminId } = getActor()
  const { actor, access } = getCall(name)
  if (!user) return {}
  const { student_id, email, first_name, image_url, role } = user
  if (name === 'getUserData') return { id: student_id }
  if (name === 'getMsg') return { sender_id: student_id, receiver_id: adminId }
  // An admin's calls have a picture of their own: the course's or the post's.
  return actor ? { [actor]: student_id, email, first_name, role, ...(access !== 'admin' && { image_url }) } : {}
}

/** Calls the API. Every failure is an AppError. */
export const call: Transport = async (name, input) => {
  const method = getCall(name).method
  const response = await fetch(`${API_BASE}/${name}`, {
    method,
    credentials: 'same-origin',
    // It is also sent when the tab is closed.
    ...(name === 'saveLessonPosition' && { keepalive: true }),
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...getActorFields(name), ...input }),
    }),
  }).catch((cause: unknown) => {
    throw new AppError('connection', { cause })
  })
  return unwrapEnvelope(name, response.status, await response.json().catch(() => null))
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

/** Returns the answer in an envelope, or throws its error. @param responseBody anything, null when it is not JSON */
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
