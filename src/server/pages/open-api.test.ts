import { expect, test } from 'vitest'
import { buildOpenApiDocument } from './open-api.ts'

test.each([
  ['http://localhost:3000', 'sid'],
  ['https://learn.example.org', '__Host-sid'],
])('names the session cookie of %s', (publicUrl, name) => {
  expect(buildOpenApiDocument(publicUrl)).toMatchObject({ components: { securitySchemes: { session: { name } } } })
})

test.each([
  ['handleUploads', ['id', 'image']],
  ['addContentPicture', ['image']],
])('names the parts that %s requires', (name, required) => {
  const schema = { required, properties: { image: { format: 'binary' } } }
  expect(buildOpenApiDocument('http://localhost:3000')).toMatchObject({
    paths: { [`/api/${name}`]: { post: { requestBody: { content: { 'multipart/form-data': { schema } } } } } },
  })
})

test('describes failures that a call does not list', () => {
  const { paths } = buildOpenApiDocument('http://localhost:3000') as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(operations.length).toBeGreaterThan(100)
  for (const { responses } of operations) expect(responses.default?.description).toContain('codes')
})
