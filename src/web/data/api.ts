import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, CallInput, Transport } from '#contract/contract.ts'
import { AppError, isErrorCode } from '#contract/errors.ts'
import { answersUnder, API_BASE, type CallName, METHODS } from '#contract/methods.ts'

/** Makes a call over the network. Throws an AppError, whatever went wrong. */
export const call: Transport = async (name, input) => {
  const method = METHODS[name]
  let status: number
  let answer: unknown
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
    answer = await response.json()
  } catch (cause) {
    throw new AppError('connection', { cause })
  }
  return openEnvelope(name, status, answer)
}

interface Envelope {
  status: boolean
  code?: unknown
  msg?: unknown
  data?: unknown
  nextPage?: unknown
}

function isEnvelope(answer: unknown): answer is Envelope {
  return typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'boolean'
}

/** Takes a call's answer out of its envelope. */
export function openEnvelope<Name extends CallName>(name: Name, httpStatus: number, answer: unknown): Answer<Name> {
  const under = answersUnder(name)
  if (!isEnvelope(answer)) throw new AppError(httpStatus === 404 ? 'page_not_found' : 'connection')
  if (answer.status) {
    // The server shaped this with the contract's own output schema: nothing else can travel.
    return { msg: answer[under], nextPage: answer.nextPage } as Answer<Name>
  }
  const code = isErrorCode(answer.code) ? answer.code : 'internal'
  const text = answer[under] ?? answer.msg
  throw new AppError(code, typeof text === 'string' ? { text } : {})
}

type PagedCall = {
  [Name in CallName]: CallInput<Name> extends { page: number | null } ? Name : never
}[CallName]

// The transport is the QueryClient's default queryFn (query-client.ts): these only name what is wanted, so the
// same list serves the server, navigation and prefetch.

/** The query of one call's answer, `{ msg, nextPage? }`. */
export function query<Name extends CallName>(name: Name, input: CallInput<Name>) {
  return queryOptions<Answer<Name>, AppError, Answer<Name>, [Name, CallInput<Name>]>({ queryKey: [name, input] })
}

/** The query of a paged call: page 1, and on from each answer's nextPage. */
export function pages<Name extends PagedCall | 'getBlogData'>(name: Name, input: Omit<CallInput<Name>, 'page'>) {
  return infiniteQueryOptions<
    Answer<Name> & { nextPage: number | null },
    AppError,
    { pages: (Answer<Name> & { nextPage: number | null })[]; pageParams: number[] },
    [Name, Omit<CallInput<Name>, 'page'>, 'pages'],
    number
  >({
    queryKey: [name, input, 'pages'],
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage,
  })
}
