import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import '#web/testing/preload-screens.ts'
import '#web/screens/admin/courses/courses-screen.tsx'

test('moves the focus to the content after a link of the content or of the sidebar', async () => {
  const { user } = await showScreen('/dashboard/users/abc', {
    ...mockSignedIn({ role: 'admin' }),
    getUsers: () => ({ msg: [], nextPage: null }),
    getCoursesAdmin: () => ({ msg: [], nextPage: null }),
  })
  const main = screen.getByRole('main')
  await user.click(within(main).getByRole('link'))
  await screen.findByRole('heading', { level: 1, name: /^Hello Admin/ })
  await waitFor(() => expect(document.activeElement).toBe(main))
  await user.click(screen.getByRole('link', { name: 'Courses' }))
  await screen.findByRole('heading', { level: 1, name: 'Course Panel' })
  await waitFor(() => expect(document.activeElement).toBe(main))
})
