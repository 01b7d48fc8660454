import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'
import type { ApiDescription } from './api-description.ts'

const buildResponse = (msg: object) => ({
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
        summary: 'The current session.',
        'x-access': 'anyone',
        responses: { 200: buildResponse({ type: 'boolean' }) },
      },
    },
    '/api/addReview': {
      post: {
        operationId: 'addReview',
        summary: 'Saves a review.',
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
        responses: { 200: buildResponse({ type: 'string' }), 401: { description: 'Not logged in' } },
      },
    },
  },
}

const files = { '/api/openapi.json': description }

test('shows the access, request, response and errors of each call', async () => {
  renderScreen('/api/docs', {}, files)
  const call = await screen.findByRole('region', { name: 'POST /api/addReview' })
  within(call).getByText('Students')
  within(call).getByText('Saves a review.')
  const stars = within(call).getByRole('term')
  expect([stars.textContent, stars.nextElementSibling?.textContent]).toEqual(['stars', 'integer, required1 to 5'])
  within(call).getByText(/msg: string/)
  within(call).getByText('Not logged in')
  within(screen.getByRole('region', { name: 'GET /api/session' })).getByText('Public')
})

test('lists error codes with their status and message', async () => {
  renderScreen('/api/docs', {}, files)
  const codes = await screen.findByRole('region', { name: 'Error codes' })
  expect(within(codes).getByText('course_not_found').nextElementSibling?.textContent).toBe('404')
  within(codes).getByText('No Course Found')
})

test('filters calls by words', async () => {
  const { user } = renderScreen('/api/docs', {}, files)
  await user.type(await screen.findByRole('searchbox', { name: 'Search calls' }), 'post review')
  expect(screen.queryByRole('region', { name: 'GET /api/session' })).toBeNull()
  screen.getByRole('region', { name: 'POST /api/addReview' })
  await user.type(screen.getByRole('searchbox', { name: 'Search calls' }), ' zzz')
  screen.getByText('No results for “post review zzz”.')
})

test('shows the calls when the address ends with a hash that is not UTF-8', async () => {
  renderScreen('/api/docs#%E0', {}, files)
  await screen.findByRole('region', { name: 'POST /api/addReview' })
})

test('loads the description on retry after a failure', async () => {
  const available: Record<string, unknown> = {}
  const { user } = renderScreen('/api/docs', {}, available)
  await screen.findByText('Error connecting to server')
  Object.assign(available, files)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('region', { name: 'POST /api/addReview' })
})
