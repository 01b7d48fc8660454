import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'

const main = () => within(screen.getByRole('main'))
const section = (name: RegExp) => within(main().getByRole('region', { name }))
const hero = () => {
  const heading = main().getByRole('heading', { level: 1 }).closest('section')
  if (!heading) throw new Error('The headline stands in no section')
  return within(heading)
}

/** All of it: what is below the hero comes with a script of its own. */
async function showLanding(network?: Parameters<typeof showScreen>[1]): Promise<void> {
  await showScreen('/', network)
  await screen.findByRole('region', { name: /really learn/ })
}

describe('The landing page', () => {
  it('says that learning is made easy, and asks a visitor in', async () => {
    await showLanding()
    expect(hero().getByRole('heading', { name: /learning made easy/i })).toBeTruthy()
    expect(hero().getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
    expect(hero().getByRole('link', { name: 'Join a course' }).getAttribute('href')).toBe('/student/allcourses')
  })

  it('shows a student the way on instead', async () => {
    await showLanding(mockSignedIn())
    expect(main().queryByRole('link', { name: 'Sign up' })).toBeNull()
    expect(hero().queryByRole('link', { name: 'Join a course' })).toBeNull()
    expect(hero().getByRole('link', { name: 'Continue learning' }).getAttribute('href')).toBe('/student/mycourses')
  })

  it('shows an admin the dashboard instead', async () => {
    await showLanding(mockSignedIn({ role: 'admin' }))
    expect(hero().getByRole('link', { name: 'Open the dashboard' }).getAttribute('href')).toBe('/dashboard')
  })

  it('has its sections in order', async () => {
    await showLanding()
    const headings = main()
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent)
    expect(headings).toEqual([
      'Made for how people really learn',
      'Goals, not just lessons',
      'What students say',
      'Three good places to begin',
      'Frequently asked questions',
      'Our Platform is open, day and night',
    ])
  })

  it('names four features under #features', async () => {
    await showLanding()
    expect(document.getElementById('features')?.querySelectorAll('h3').length).toBe(4)
    for (const name of [
      'Expert-led courses',
      'Personalized learning paths',
      'Flexible schedules',
      'Interactive content',
    ]) {
      expect(section(/really learn/).getByRole('heading', { name })).toBeTruthy()
    }
  })

  it('lets a visitor tick the lessons it shows', async () => {
    await showLanding()
    for (const box of main().getAllByRole('checkbox', { checked: false })) fireEvent.click(box)
    expect(main().getAllByRole('checkbox', { checked: true })).toHaveLength(3)
  })

  it('leads from the goals to all courses', async () => {
    await showLanding()
    expect(
      section(/^Goals/)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/student/allcourses')
  })

  it('has three testimonials of five stars with name, title and review', async () => {
    await showLanding()
    const said = section(/students say/).getAllByRole('figure')
    expect(said.length).toBe(3)
    for (const one of said) {
      expect(within(one).getByRole('img', { name: '5 of 5 stars' })).toBeTruthy()
      expect(one.querySelector('blockquote')?.textContent?.length).toBeGreaterThan(40)
      expect(one.querySelectorAll('figcaption span').length).toBe(2)
    }
  })

  it('has three sample courses with category tags', async () => {
    await showLanding()
    const courses = section(/places to begin/).getAllByRole('article')
    expect(courses.map((course) => within(course).getByRole('heading').textContent)).toEqual([
      'Web development for beginners',
      'UI/UX design essentials',
      'Cybersecurity fundamentals',
    ])
    for (const course of courses) expect(within(course).getAllByRole('listitem').length).toBeGreaterThan(1)
  })

  it('answers eight questions, each of which opens and closes', async () => {
    await showLanding()
    const faq = main().getByRole('region', { name: /asked questions/ })
    expect(faq.querySelectorAll('details > summary').length).toBe(8)
    for (const topic of [
      /pace/,
      /lifetime/i,
      /30-day money-back guarantee/,
      /completion certificate/,
      /discussion forum/,
      /instructor messaging/,
      /prerequisites/i,
      /mobile-friendly/,
    ]) {
      expect(faq.textContent).toMatch(topic)
    }
  })

  it('ends with Our Platform: join a course or sign up', async () => {
    await showLanding()
    expect(
      section(/^Our Platform/)
        .getByRole('link', { name: 'Join a course' })
        .getAttribute('href'),
    ).toBe('/student/allcourses')
    expect(
      section(/^Our Platform/)
        .getByRole('link', { name: 'Sign up' })
        .getAttribute('href'),
    ).toBe('/signup')
    expect(
      within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Learn Lantern' }).getAttribute('href'),
    ).toBe('/')
  })

  it('has a player that can be paused', async () => {
    await showLanding()
    await act(async () => fireEvent.click(main().getByRole('button', { name: 'Pause' })))
    expect(main().getByRole('button', { name: 'Play' })).toBeTruthy()
  })
})
