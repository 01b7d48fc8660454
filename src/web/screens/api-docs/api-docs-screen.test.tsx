import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'
import type { ApiDescription } from './api-description.ts'

const answer = (msg: object) => ({
  description: 'Done',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['status', 'msg'], properties: { status: { const: true }, msg } },
    },
  },
})

const description: ApiDescription = {
  components: {
    schemas: { Failure: { properties: { code: { enum: ['not_signed_in', 'course_not_found'] } } } },
  },
  paths: {
    '/api/session': {
      get: {
        operationId: 'session',
        summary: 'Who is signed in.',
        'x-access': 'anyone',
        responses: { 200: answer({ type: 'boolean' }) },
      },
    },
    '/api/addReview': {
      post: {
        operationId: 'addReview',
        summary: 'Keeps a review.',
        'x-access': 'student',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['stars'],
                properties: { stars: { type: 'integer', minimum: 1, maximum: 5 } },
              },
            },
          },
        },
        responses: { 200: answer({ type: 'string' }), 401: { description: 'Not signed in' } },
      },
    },
  },
}

const files = { '/api/openapi.json': description }

test('each call is told with who may make it, what it takes, what it gives and how it fails', async () => {
  renderScreen('/api/docs', {}, files)
  const call = await screen.findByRole('region', { name: 'POST /api/addReview' })
  expect(within(call).getByText('For students')).toBeDefined()
  expect(within(call).getByText('Keeps a review.')).toBeDefined()
  const stars = within(call).getByRole('term')
  expect([stars.textContent, stars.nextElementSibling?.textContent]).toEqual(['stars', 'integer, required1 to 5'])
  expect(within(call).getByText(/msg: string/)).toBeDefined()
  expect(within(call).getByText('Not signed in')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'GET /api/session' })).getByText('Anyone may call')).toBeDefined()
})

test('the codes of failures are told with their status and sentence', async () => {
  renderScreen('/api/docs', {}, files)
  const codes = await screen.findByRole('region', { name: 'What a failure says' })
  expect(within(codes).getByText('course_not_found').nextElementSibling?.textContent).toBe('404')
  expect(within(codes).getByText('No Course Found')).toBeDefined()
})

test('a call is found by its words', async () => {
  const { user } = renderScreen('/api/docs', {}, files)
  await user.type(await screen.findByRole('searchbox', { name: 'Find a call' }), 'post review')
  expect(screen.queryByRole('region', { name: 'GET /api/session' })).toBeNull()
  expect(screen.getByRole('region', { name: 'POST /api/addReview' })).toBeDefined()
  await user.type(screen.getByRole('searchbox', { name: 'Find a call' }), ' zzz')
  expect(screen.getByText('No such call')).toBeDefined()
})

test('a description that does not come says so, and can be asked for again', async () => {
  const { user } = renderScreen('/api/docs')
  await screen.findByText('Error connecting to server')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
})
