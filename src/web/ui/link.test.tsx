import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { Link, NavLink } from './link.tsx'

afterEach(cleanup)

function Page() {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>
      <Link to="/courses?page=2" state={{ from: 'list' }}>
        Courses
      </Link>
      <Link to="/orders.csv" reloadDocument download>
        Orders
      </Link>
      <Link to="/blog" onClick={(event) => event.preventDefault()}>
        Blog
      </Link>
      <Link to="/chat" target="_blank">
        Chat
      </Link>
      <Link to="https://pay.example/c/1?for=2#top">Payment</Link>
      <NavLink to="/courses">All courses</NavLink>
      <NavLink to="/" end>
        Home
      </NavLink>
      <NavLink to="/course">Course</NavLink>
    </>
  )
}

const router = (path: string) => createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [path] })
const link = (name: string) => screen.getByRole('link', { name })
/** Whether the browser is left to follow it. */
function click(name: string, options: object = {}): boolean {
  const event = createEvent.click(link(name), { button: 0, ...options })
  fireEvent(link(name), event)
  return !event.defaultPrevented
}

describe('Link', () => {
  it('leads to another page without a request', async () => {
    render(<RouterProvider router={router('/')} />)
    expect(link('Courses').getAttribute('href')).toBe('/courses?page=2')
    expect(click('Courses')).toBe(false)
    expect(await screen.findByText('/courses?page=2 {"from":"list"}')).toBeDefined()
  })

  it.each([
    ['a click with Ctrl', 'Courses', { ctrlKey: true }],
    ['a click with the middle button', 'Courses', { button: 1 }],
    ['a file', 'Orders', {}],
    ['another tab', 'Chat', {}],
    ['a page of another site', 'Payment', {}],
  ])('leaves %s to the browser', (_, name, options) => {
    render(<RouterProvider router={router('/')} />)
    expect(click(name, options)).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('/ null')
  })

  it('keeps the whole address of another site’s page', () => {
    render(<RouterProvider router={router('/courses/7')} />)
    expect(link('Payment').getAttribute('href')).toBe('https://pay.example/c/1?for=2#top')
  })

  it('stays where its own handler prevents it', () => {
    render(<RouterProvider router={router('/')} />)
    expect(click('Blog')).toBe(false)
    expect(screen.getByRole('status').textContent).toBe('/ null')
  })
})

describe('NavLink', () => {
  it.each([
    ['/', ['Home']],
    ['/courses', ['All courses']],
    ['/courses/7', ['All courses']],
  ])('is the current one on %s', (path, names) => {
    render(<RouterProvider router={router(path)} />)
    const current = screen.getAllByRole('link').filter((one) => one.getAttribute('aria-current') === 'page')
    expect(current.map(({ textContent }) => textContent)).toEqual(names)
  })
})
