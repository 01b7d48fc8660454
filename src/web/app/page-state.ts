import type { DehydratedState } from '@tanstack/react-query'
import { type HydrationState, isRouteErrorResponse, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { AppError, type ErrorCode } from '#contract/errors.ts'

// The state of a server-rendered page, sent to the browser in a JSON script element.

type SerializedError = { code: ErrorCode; text: string } | { status: number; statusText: string } | { unknown: true }

interface PageState {
  queries: DehydratedState
  loaderData: Record<string, unknown>
  errors: Record<string, SerializedError> | null
}

/** Escapes `<`, so that no string in the JSON ends its script element. */
export function serializePageState(
  queries: DehydratedState,
  { loaderData, errors }: { loaderData: Record<string, unknown>; errors: Record<string, unknown> | null },
): string {
  const state: PageState = {
    queries,
    loaderData,
    errors:
      errors && Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, serializeError(error)])),
  }
  return JSON.stringify(state).replaceAll('<', '\\u003c')
}

export function parsePageState(json: string): { queries: DehydratedState; hydrationData: HydrationState } {
  const { queries, loaderData, errors } = JSON.parse(json) as PageState
  return {
    queries,
    hydrationData: {
      loaderData,
      ...(errors && {
        errors: Object.fromEntries(Object.entries(errors).map(([route, error]) => [route, deserializeError(error)])),
      }),
    },
  }
}

function serializeError(error: unknown): SerializedError {
  if (error instanceof AppError) return { code: error.code, text: error.message }
  if (isRouteErrorResponse(error)) return { status: error.status, statusText: error.statusText }
  // Other errors may contain internals. The server logs them.
  return { unknown: true }
}

function deserializeError(error: SerializedError): unknown {
  if ('code' in error) return new AppError(error.code, { text: error.text })
  if ('status' in error) return new ErrorResponse(error.status, error.statusText, null)
  return new AppError('internal')
}
