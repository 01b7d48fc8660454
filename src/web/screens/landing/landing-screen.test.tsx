import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'

const main = () => within(screen.getByRole('main'))
const section = (name: RegExp) => within(main().getByRole('region', { name }))
const hero = () => {
  const heading = main().getByRole('heading', { level: 1 }).closest('section')
  if (!heading) throw new Error('The headline is not in a section')
  return within(heading)
}

/** Waits for the sections below the hero, which load in a separate script. */
async function showLanding(mocks?: Parameters<typeof showScreen>[1]): Promise<void> {
  await showScreen('/', mocks)
  await screen.findByRole('region', { name: /the way you learn/ })
}

describe('the landing page', () => {
  it('shows visitors the headline, Sign up and Join a course', async () => {
    await showLanding()
    hero().getByRole('heading', { name: /learning made easy/i })
    expect(hero().queryByText(/^Welcome/)).toBeNull()
    expect(hero().getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
    expect(hero().getByRole('link', { name: 'Join a course' }).getAttribute('href')).toBe('/student/allcourses')
  })

  it.each([
    ['a lesson that is not completed', 901, '/student/CoursePage/41-SQLbyhand?lesson=901'],
    ['a course whose last lesson is completed', null, '/student/CoursePage/41-SQLbyhand'],
  ])('greets students and lets them go on with %s', async (_what, material_id, href) => {
    await showLanding({
      ...mockSignedIn({ first_name: 'Mara' }),
      getLastLesson: () => ({ msg: [{ course_id: 41, title: 'SQL by hand', material_id, progress: 40 }] }),
    })
    expect((await hero().findByText(/^Welcome back/)).textContent).toBe('Welcome back, Mara')
    hero().getByText('SQL by hand')
    expect(hero().getByRole('progressbar', { name: 'Progress in SQL by hand' }).getAttribute('aria-valuenow')).toBe(
      '40',
    )
    expect(hero().queryByRole('link', { name: 'Sign up' })).toBeNull()
    expect(hero().queryByRole('link', { name: 'Join a course' })).toBeNull()
    expect(hero().getByRole('link', { name: 'Continue learning' }).getAttribute('href')).toBe(href)
  })

  it('leads students without an unfinished course to all courses', async () => {
    await showLanding({ ...mockSignedIn({ first_name: 'Mara' }), getLastLesson: () => ({ msg: [] }) })
    expect((await hero().findByText(/^Welcome/)).textContent).toBe('Welcome, Mara')
    expect(hero().queryByRole('progressbar')).toBeNull()
    expect(
      hero()
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['Browse all courses', '/student/allcourses']])
  })

  it('shows admins a link to the dashboard', async () => {
    await showLanding(mockSignedIn({ role: 'admin' }))
    expect(hero().getByRole('link', { name: 'Open the dashboard' }).getAttribute('href')).toBe('/dashboard')
  })

  it('shows its sections in the specified order', async () => {
    await showLanding()
    const headings = main()
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent)
    expect(headings).toEqual([
      'Built for the way you learn',
      'Learn toward a goal',
      'What students say',
      'Three good places to start',
      'Frequently asked questions',
      'Our Platform is ready when you are',
    ])
  })

  it('lists four features under #features', async () => {
    await showLanding()
    expect(document.getElementById('features')?.querySelectorAll('h3').length).toBe(4)
    for (const name of [
      'Expert-led courses',
      'Personalized learning paths',
      'Flexible schedules',
      'Interactive content',
    ]) {
      section(/the way you learn/).getByRole('heading', { name })
    }
  })

  it('has a checklist that visitors can tick', async () => {
    await showLanding()
    for (const box of main().getAllByRole('checkbox', { checked: false })) fireEvent.click(box)
    expect(main().getAllByRole('checkbox', { checked: true })).toHaveLength(3)
  })

  it('links from the goals to all courses, and from each goal to the path that leads there', async () => {
    await showLanding()
    const links = section(/^Learn toward/).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/student/allcourses',
      '/paths?goal=Publish+your+own+website&level=&hours=5',
      '/paths?goal=Find+out+why+a+query+is+slow&level=&hours=5',
      '/paths?goal=Explain+how+a+neural+network+works&level=&hours=5',
      '/paths?goal=Deploy+with+confidence&level=&hours=5',
    ])
  })

  it('shows three testimonials with name, title, review and five stars', async () => {
    await showLanding()
    const testimonials = section(/students say/).getAllByRole('figure')
    expect(testimonials).toHaveLength(3)
    for (const testimonial of testimonials) {
      within(testimonial).getByRole('img', { name: '5 of 5 stars' })
      expect(testimonial.querySelector('blockquote')?.textContent?.length).toBeGreaterThan(40)
      expect(testimonial.querySelectorAll('figcaption span').length).toBe(2)
    }
  })

  it('shows three sample courses with category tags', async () => {
    await showLanding()
    const courses = section(/places to start/).getAllByRole('article')
    expect(courses.map((course) => within(course).getByRole('heading').textContent)).toEqual([
      'Web development for beginners',
      'UI/UX design essentials',
      'Cybersecurity fundamentals',
    ])
    for (const course of courses) expect(within(course).getAllByRole('listitem').length).toBeGreaterThan(1)
  })

  it('answers eight collapsible questions', async () => {
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

  it.each([
    ['a visitor', {}],
    ['a student', mockSignedIn()],
    ['an admin', mockSignedIn({ role: 'admin' })],
  ])('ends for %s with links to join a course and sign up, and the footer logo', async (_who, mocks) => {
    await showLanding(mocks)
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

  it('pauses the player preview', async () => {
    await showLanding()
    await act(async () => fireEvent.click(main().getByRole('button', { name: 'Pause' })))
    main().getByRole('button', { name: 'Play' })
  })
})
