export type Schema = Record<string, unknown>

interface Body {
  content: { 'application/json': { schema: Schema } }
}

interface OpenApiOperation {
  operationId: string
  summary: string
  'x-access': string
  requestBody?: Body
  responses: { 200: Body }
}

/** The part of our own OpenAPI document that the page shows. */
export interface ApiDescription {
  paths: Record<string, Record<string, OpenApiOperation>>
}

export interface Operation {
  name: string
  method: string
  path: string
  summary: string
  access: string
  takes: Schema | undefined
  under: 'msg' | 'data'
  gives: Schema
}

/** One entry a call, in the order of the document. */
export function describe({ paths }: ApiDescription): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const properties = operation.responses[200].content['application/json'].schema.properties as Record<string, Schema>
      const under = properties.data ? 'data' : 'msg'
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        access: operation['x-access'],
        takes: operation.requestBody?.content['application/json'].schema,
        under,
        gives: properties[under] ?? {},
      }
    }),
  )
}
