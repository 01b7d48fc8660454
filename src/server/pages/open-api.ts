import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { countVisitorRead } from '#server/pipeline/traffic.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { CALL_NAMES, type CallName, getCall, getResponseKey } from '#contract/calls.ts'
import { API_BASE, paths } from '#contract/paths.ts'
import { getSessionCookieName } from '#server/http/cookies/session-cookie.ts'

/** The API's description, generated from the contract when it is first asked for. */
export function registerOpenApiRoute(app: FastifyInstance, publicUrl: string, throttles: Throttles): void {
  let document: string | undefined
  app.get(paths.openApi, { onRequest: countVisitorRead(throttles) }, async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApiDocument(publicUrl))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(document)
  })
}

export function buildOpenApiDocument(publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Learn Lantern',
      version: '1',
      description:
        'JSON over HTTP. The session cookie that `login` sets identifies the caller. A success is `{"status": true, "msg": …}`, a failure `{"status": false, "code": …, "msg": …}`. Compare codes, not messages.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: getSessionCookieName(publicUrl) } },
      schemas: {
        Failure: {
          type: 'object',
          required: ['status', 'code'],
          properties: {
            status: { const: false },
            code: { type: 'string', enum: Object.keys(ERRORS).filter((code) => code !== 'connection') },
            msg: { type: 'string', description: 'A message for the user; under `data` for login and signup.' },
          },
        },
      },
    },
    paths: Object.fromEntries(CALL_NAMES.map((name) => [`${API_BASE}/${name}`, toPathItem(name)])),
  }
}

function toPathItem(name: CallName): object {
  const { method, access } = getCall(name)
  const failure = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }
  return {
    [method.toLowerCase()]: {
      operationId: name,
      summary: contract[name].summary,
      'x-access': access,
      ...(access !== 'anyone' && { security: [{ session: [] }] }),
      ...(method !== 'GET' && {
        requestBody: { required: true, content: toRequestContent(name) },
      }),
      responses: {
        200: { description: 'Success', content: { 'application/json': { schema: toSuccessSchema(name) } } },
        400: { description: 'Invalid request', ...failure },
        ...(access !== 'anyone' && {
          401: { description: 'Not logged in', ...failure },
          403: { description: 'No permission', ...failure },
        }),
        429: { description: 'Too many requests; see Retry-After', ...failure },
        503: { description: 'In maintenance, or the database is unavailable', ...failure },
        default: { description: 'A failure with one of the codes below', ...failure },
      },
    },
  }
}

function toRequestContent(name: CallName): object {
  const { input } = contract[name]
  if (!getCall(name).isMultipart) return { 'application/json': { schema: toJsonSchema(input, 'input') } }
  const { properties, required } = toJsonSchema(input, 'input') as { properties: object; required: string[] }
  const image = { type: 'string', format: 'binary' }
  return {
    'multipart/form-data': {
      schema: { type: 'object', required, properties: { ...properties, image } },
    },
  }
}

function toSuccessSchema(name: CallName): object {
  const { output, nextPage }: Endpoint = contract[name]
  const dataField = getResponseKey(name)
  return {
    type: 'object',
    required: ['status', dataField],
    properties: {
      status: { const: true },
      [dataField]: toJsonSchema(output, 'output'),
      ...(nextPage && { nextPage: toJsonSchema(nextPage, 'output') }),
    },
  }
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return jsonSchema
}
