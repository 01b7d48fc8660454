import type { Schema } from './api-description.ts'

/** A documented field. Nested fields have their full path: `materials[].title`. */
export interface Field {
  name: string
  type: string
  limits: string
  isRequired: boolean
}

export interface BodyVariant {
  fields: Field[]
  /** Fields that the specified payload has and the server ignores. */
  ignored: string[]
}

export function getBodyVariants(schema: Schema): BodyVariant[] {
  return (getVariants(schema) ?? [schema]).map((variant) => {
    const properties = Object.entries(variant.properties ?? {})
    const ignored = properties.filter(([, field]) => isIgnoredField(field)).map(([name]) => name)
    return { fields: getFields(variant, '').filter(({ name }) => !ignored.includes(name)), ignored }
  })
}

function getFields({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = prefix + key
    const row = { name, type: describeType(field), limits: describeLimits(field), isRequired: required.includes(key) }
    const { items, ...object } = mergeVariants(field)
    return [row, ...(items ? getFields(mergeVariants(items), `${name}[].`) : getFields(object, `${name}.`))]
  })
}

const getVariants = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf

/** With the fields of all variants; without null. */
function mergeVariants(schema: Schema): Schema {
  const variants = getVariants(schema)?.filter(({ type }) => type !== 'null') ?? [schema]
  const [only, ...others] = variants
  if (only && others.length === 0) return only
  const names = [...new Set(variants.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  const merge = (name: string): Schema => {
    const fields = variants.flatMap(({ properties }) => properties?.[name] ?? [])
    const different = [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()]
    const [first = {}] = different
    return different.length === 1 ? first : { anyOf: different }
  }
  return {
    properties: Object.fromEntries(names.map((name) => [name, merge(name)])),
    required: names.filter((name) => variants.every(({ required }) => required?.includes(name))),
  }
}

function describeType(schema: Schema): string {
  if (isId(schema)) return 'id'
  const variants = getVariants(schema)
  if (variants) return [...new Set(variants.map(describeType))].join(' or ')
  if (schema.enum) return `one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return schema.items ? `list of ${describeType(schema.items)}s` : 'list'
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'anything'
}

function describeLimits(schema: Schema): string {
  const part = getVariants(schema)?.find((variant) => variant.type !== 'null')
  const own = isId(schema)
    ? ['a positive integer, as a number or a string']
    : [
        describeRange(schema.minLength, schema.maxLength, 'characters'),
        describeRange(schema.minItems, schema.maxItems, 'entries'),
        describeRange(schema.minimum, schema.maximum, ''),
        schema.default === undefined ? '' : `${JSON.stringify(schema.default)} by default`,
      ]
  return [...own, part && !isId(schema) ? describeLimits(part) : ''].filter(Boolean).join('; ')
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): string {
  const least = min === undefined || min <= Number.MIN_SAFE_INTEGER ? undefined : min.toLocaleString('en-US')
  const most = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max.toLocaleString('en-US')
  const range = least && most ? `${least} to ${most}` : most ? `at most ${most}` : least ? `at least ${least}` : ''
  return range && unit ? `${range} ${unit}` : range
}

/** The contract accepts ids as numbers or as strings of digits. */
function isId({ anyOf }: Schema): boolean {
  return anyOf?.length === 2 && anyOf[0]?.exclusiveMinimum === 0 && anyOf[1]?.type === 'string'
}

/** Ignored fields are the only ones in the contract that accept any primitive. */
function isIgnoredField({ anyOf }: Schema): boolean {
  return anyOf?.map(({ type }) => type).join() === 'string,number,boolean,null'
}

/** A response schema as a TypeScript-like type, over several lines. */
export function formatType(schema: Schema, indent = ''): string {
  if (isId(schema)) return 'id'
  const variants = getVariants(schema)
  if (variants) return variants.map((variant) => formatType(variant, indent)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((choice) => JSON.stringify(choice)).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => formatType(item, indent)).join(', ')}]`
  if (schema.items) return formatArrayType(formatType(schema.items, indent), schema.items)
  if (schema.properties) return formatObjectType(schema.properties, schema.required ?? [], indent)
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  return schema.format ?? schema.type ?? 'anything'
}

function formatArrayType(shape: string, items: Schema): string {
  return getVariants(items) || items.enum ? `(${shape})[]` : `${shape}[]`
}

function formatObjectType(properties: Record<string, Schema>, required: string[], indent: string): string {
  const names = Object.entries(properties)
  if (names.length === 0) return '{}'
  const inner = `${indent}  `
  const lines = names.map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${inner}${key}${required.includes(name) ? '' : '?'}: ${formatType(field, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
