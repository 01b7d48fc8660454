/** The subset of JSON Schema that the contract uses. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  /** Of objects that a field such as `kind` tells apart. */
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  format?: string
  pattern?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

interface Body {
  /** JSON, except for picture uploads. */
  content: Record<string, { schema: Schema }>
}

interface Described {
  description: string
}

interface OpenApiOperation {
  operationId: string
  summary: string
  'x-access': string
  requestBody?: Body
  responses: { 200: Body & { description: string }; default?: Described; [status: number]: Described }
}

/** The part of the OpenAPI document that the page shows. */
export interface ApiDescription {
  components: { schemas: { Failure: Schema } }
  paths: Record<string, Record<string, OpenApiOperation>>
}

export interface Operation {
  name: string
  method: string
  path: string
  summary: string
  access: string
  /** GET calls have no body. */
  requestSchema: Schema | undefined
  responseSchema: Schema
  failures: { status: string; description: string }[]
}

const getBodySchema = ({ content }: Body): Schema => Object.values(content)[0]?.schema ?? {}

export function getOperations({ paths }: ApiDescription): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      access: operation['x-access'],
      requestSchema: operation.requestBody && getBodySchema(operation.requestBody),
      responseSchema: getBodySchema(operation.responses[200]),
      failures: Object.entries(operation.responses)
        .filter(([status]) => status !== '200')
        .map(([status, { description }]) => ({ status: status === 'default' ? 'other' : status, description })),
    })),
  )
}

export function getErrorCodes({ components }: ApiDescription): string[] {
  return (components.schemas.Failure.properties?.code?.enum ?? []).map(String)
}
