import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { FormPost } from '#contract/page.ts'
import { FORM_POST_KEY, useFormPost } from './use-form-post.ts'

const POST: FormPost = {
  path: '/login',
  code: 'wrong_credentials',
  text: 'Not right',
  values: { email: 'a@mail.example' },
}

function createClient(): QueryClient {
  const client = new QueryClient()
  client.setQueryData(FORM_POST_KEY, POST)
  return client
}

const show = (client: QueryClient, pathname: string) =>
  renderHook(useFormPost, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[pathname]}>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  })

test.each(['/login', '/login/'])('returns the error and the values of a form that was sent to %s', (pathname) => {
  const { error, values } = show(createClient(), pathname).result.current
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'wrong_credentials', message: 'Not right' })
  expect(values).toEqual(POST.values)
})

test('returns nothing on a screen whose path only starts alike', () => {
  expect(show(createClient(), '/loginstep').result.current.error).toBeNull()
})

test('forgets the form once its screen is left', () => {
  const client = createClient()
  const { result, rerender, unmount } = show(client, '/login')
  rerender()
  expect(result.current.error).not.toBeNull()
  unmount()
  expect(show(client, '/login').result.current.error).toBeNull()
})
