import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aUser, signedIn } from '#web/testing/examples.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

test('the profile shows what the specification names', async () => {
  renderScreen('/student/profile', { ...signedIn(), getUserData: () => ({ msg: { data: [aUser({ course_joined: 0 })] } }) })
  await screen.findByRole('heading', { name: 'Profile' })
  const shown = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(shown).toEqual([
    ['First name', 'Mara'],
    ['Last name', 'Ilves'],
    ['Email', 'mara@mail.example'],
    ['Birth date', 'April 17, 1991'],
    ['Gender', 'Female'],
    ['Joined', 'March 1, 2026'],
    ['Courses joined', '0'],
  ])
})

test('without a picture the default person stands there, 250 by 250', async () => {
  renderScreen('/student', { ...signedIn(), getUserData: () => ({ msg: { data: [aUser()] } }) })
  const picture = await screen.findByRole('img', { name: 'No picture yet' })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['250', '250'])
})
