import { expect, test } from 'vitest'
import { createShippedSbom, toReference } from './sbom.ts'

const development = { scope: 'optional', properties: [{ name: 'cdx:npm:package:development' }] }
const ALL = {
  components: [
    { 'bom-ref': 'fastify@5.0.0', scope: 'required' },
    { 'bom-ref': 'react@19.0.0', ...development },
    { 'bom-ref': 'vitest@4.0.0', ...development },
  ],
  dependencies: [
    { ref: 'product@1.0.0', dependsOn: ['fastify@5.0.0', 'react@19.0.0', 'vitest@4.0.0'] },
    { ref: 'react@19.0.0' },
    { ref: 'vitest@4.0.0', dependsOn: ['react@19.0.0'] },
  ],
}

test('createShippedSbom keeps what is installed in production and what bundles contain', () => {
  expect(createShippedSbom(ALL, new Set(['react@19.0.0']))).toEqual({
    components: [
      { 'bom-ref': 'fastify@5.0.0', scope: 'required' },
      { 'bom-ref': 'react@19.0.0', scope: 'required', properties: [] },
    ],
    dependencies: [
      { ref: 'product@1.0.0', dependsOn: ['fastify@5.0.0', 'react@19.0.0'] },
      { ref: 'react@19.0.0', dependsOn: [] },
    ],
  })
})

test('toReference returns the name and version of a package inside another one', () => {
  const packages = { 'node_modules/a/node_modules/@b/c': { version: '1.2.3' } }
  expect(toReference({ packages }, 'node_modules/a/node_modules/@b/c')).toBe('@b/c@1.2.3')
})
