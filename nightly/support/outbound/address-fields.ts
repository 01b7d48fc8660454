import { CALL_NAMES, type CallName, getCall } from '../../../src/contract/calls.ts'
import { API_BASE, paths } from '../../../src/contract/paths.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  pattern?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
}

/** The shortest address of the test has fewer. */
const SHORTEST_FIELD = 60
const ADDRESS_NAME = /(url|image|captions|video|link|website)\w*$/i

/** A text without a form, or one that is named like an address. */
function takesAddress(path: string, { type, enum: values, const: value, maxLength, pattern, format }: Schema): boolean {
  if (type !== 'string' || values || value !== undefined) return false
  return ADDRESS_NAME.test(path) || (!pattern && !format && (maxLength ?? SHORTEST_FIELD) >= SHORTEST_FIELD)
}

function listFields(schema: Schema, path: string): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  return [
    ...(takesAddress(path, schema) ? [path] : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => listFields(part, path)),
    ...(items ? listFields(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? listFields(additionalProperties, `${path}{}`) : []),
    ...Object.entries(properties).flatMap(([name, part]) => listFields(part, path ? `${path}.${name}` : name)),
  ]
}

export type AddressFields = Map<CallName, readonly string[]>

/** The fields of every call that writes which can hold an address, as the product's own description has them. */
export async function readAddressFields(url: string): Promise<AddressFields> {
  const api = (await (await fetch(url + paths.openApi)).json()) as OpenApi
  const entries = CALL_NAMES.filter((name) => getCall(name).invalidates).map((name) => {
    const { requestBody } = api.paths[`${API_BASE}/${name}`]?.[getCall(name).method.toLowerCase()] ?? {}
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    return [name, [...new Set(schemas.flatMap((schema) => listFields(schema, '')))]] as const
  })
  return new Map(entries.filter(([, fields]) => fields.length > 0))
}

/** Where an input has such a text, in the same notation. */
export function findTexts(value: unknown, hasAddress: (text: string) => boolean, path = ''): string[] {
  if (typeof value === 'string') return hasAddress(value) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((item) => findTexts(item, hasAddress, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => findTexts(part, hasAddress, path ? `${path}.${name}` : name))
}
