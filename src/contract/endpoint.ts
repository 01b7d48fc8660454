import type * as z from 'zod/mini'

/** A call's summary and schemas; the rest of it is declared in calls.ts. */
export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Next extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
> {
  /** One sentence for the API's documentation. */
  summary: string
  /** The JSON body. */
  input: Input
  /** The answer under `msg` (or `data`): an undeclared field is dropped. */
  output: Output
  /** The answer's `nextPage`, where the call has one. */
  nextPage: Next
}

export function defineEndpoint<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Next extends z.ZodMiniType | undefined = undefined,
>(options: Omit<Endpoint<Input, Output, Next>, 'nextPage'> & { nextPage?: Next }): Endpoint<Input, Output, Next> {
  return { nextPage: undefined as Next, ...options }
}
