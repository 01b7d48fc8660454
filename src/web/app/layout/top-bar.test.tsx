import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'

const bar = () => within(screen.getByRole('banner'))
const links = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('The top bar', () => {
  it('links the logo to home and shows four links', async () => {
    await showScreen('/')
    expect(bar().getByRole('link', { name: 'Learn Lantern' }).getAttribute('href')).toBe('/')
    expect(links(bar().getByRole('navigation', { name: 'Main' })).slice(0, 4)).toEqual([
      ['Home', '/'],
      ['Features', '/#features'],
      ['Courses', '/student/allcourses'],
      ['Blog', '/student/blog'],
    ])
  })

  it('marks the current page', async () => {
    await showScreen('/')
    expect(bar().getByRole('link', { current: 'page' }).textContent).toBe('Home')
  })

  it('shows sign up and log in to a visitor, in the menu on small screens', async () => {
    await showScreen('/')
    expect(
      bar()
        .getAllByRole('link', { name: 'Sign up' })
        .every((link) => link.getAttribute('href') === '/signup'),
    ).toBe(true)
    expect(
      bar()
        .getAllByRole('link', { name: 'Log in' })
        .every((link) => link.getAttribute('href') === '/login'),
    ).toBe(true)
    expect(bar().getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')).toBe('site-nav')
    expect(bar().queryByRole('button', { name: /^Account menu/ })).toBeNull()
  })

  it.each([
    ['/student/allcourses?search=sql', '?next=%2Fstudent%2Fallcourses%3Fsearch%3Dsql'],
    ['/login?next=%2Fstudent%2Fchat', '?next=%2Fstudent%2Fchat'],
    ['/forgotpassword', ''],
  ])('leads a login from %s back there', async (url, search) => {
    await showScreen(url, { getCourses: () => ({ msg: [], nextPage: null }) })
    const hrefs = ['Log in', 'Sign up'].map((name) =>
      bar()
        .getAllByRole('link', { name })
        .map((link) => link.getAttribute('href')),
    )
    expect(hrefs).toEqual([Array(2).fill(`/login${search}`), Array(2).fill(`/signup${search}`)])
  })

  it('shows a student the menu of the student area', async () => {
    await showScreen('/', mockSignedIn())
    expect(bar().queryByRole('link', { name: 'Sign up' })).toBeNull()
    expect(bar().queryByRole('link', { name: 'Log in' })).toBeNull()
    const menu = bar().getByRole('navigation', { name: 'Account' })
    expect(bar().getByRole('button', { name: 'Account menu: Mara Ilves' }).getAttribute('popovertarget')).toBe(menu.id)
    expect(links(menu)).toEqual([
      ['Profile', '/student/profile'],
      ['All Courses', '/student/allcourses'],
      ['My Courses', '/student/mycourses'],
      ['Chat', '/student/chat'],
      ['Blog', '/student/blog'],
      ['Log out', '/student/logout'],
      // After the entries of the spec.
      ['My purchases', '/student/purchases'],
    ])
  })

  it('shows a student My Courses and Chat in the navigation, and an admin neither', async () => {
    const { router } = await showScreen('/', mockSignedIn())
    const nav = bar().getByRole('navigation', { name: 'Main' })
    expect(links(nav)).toEqual([
      ['Home', '/'],
      ['Features', '/#features'],
      ['Courses', '/student/allcourses'],
      ['Blog', '/student/blog'],
      ['My Courses', '/student/mycourses'],
      ['Chat', '/student/chat'],
    ])
    router.dispose()
    cleanup()
    await showScreen('/', mockSignedIn({ role: 'admin' }))
    expect(links(bar().getByRole('navigation', { name: 'Main' }))).toHaveLength(4)
  })

  it('shows an admin the dashboard and log out', async () => {
    await showScreen('/', mockSignedIn({ role: 'admin' }))
    expect(links(bar().getByRole('navigation', { name: 'Account' }))).toEqual([
      ['dashboard', '/dashboard'],
      ['Log out', '/logout'],
    ])
  })

  it('links only to the login in maintenance', async () => {
    await showScreen('/maintenance', { getMaintenace: () => ({ msg: [{ status: false }] }) })
    expect(bar().queryByRole('navigation')).toBeNull()
    expect(links(screen.getByRole('banner'))).toEqual([
      ['Learn Lantern', '/'],
      ['Log in', '/login'],
    ])
  })

  it('offers a student in maintenance only the logout', async () => {
    await showScreen('/maintenance', { ...mockSignedIn(), getMaintenace: () => ({ msg: [{ status: false }] }) })
    expect(links(bar().getByRole('navigation', { name: 'Account' }))).toEqual([['Log out', '/student/logout']])
    expect(bar().queryByRole('navigation', { name: 'Main' })).toBeNull()
  })

  it('offers an admin in maintenance the dashboard and the logout', async () => {
    await showScreen('/maintenance', {
      ...mockSignedIn({ role: 'admin' }),
      getMaintenace: () => ({ msg: [{ status: false }] }),
    })
    expect(links(bar().getByRole('navigation', { name: 'Account' }))).toEqual([
      ['dashboard', '/dashboard'],
      ['Log out', '/logout'],
    ])
  })
})
