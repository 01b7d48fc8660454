import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { buildLesson } from '#web/testing/factories.ts'
import { LessonFooter } from './lesson-footer.tsx'

function Footer() {
  const [isCompleted, setCompleted] = useState(false)
  const lesson = buildLesson({ isCompleted })
  return <LessonFooter lesson={lesson} previous={undefined} next={undefined} setCompleted={setCompleted} />
}

it('keeps the focus and announces that the lesson is completed', async () => {
  render(<Footer />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Mark as completed' }))
  expect(screen.getByRole('status').textContent).toBe('Completed')
  expect(document.activeElement).toBe(screen.getByRole('navigation', { name: 'Lesson' }))
})
