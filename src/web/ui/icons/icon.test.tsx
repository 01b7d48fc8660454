import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon, type IconName } from './icon.tsx'

test('hides an icon from screen readers', () => {
  const { container } = render(<Icon name="check" />)
  expect(container.querySelector('svg[aria-hidden=true] path')?.getAttribute('d')).toMatch(/^M/)
})

test('shows nothing for a missing icon', () => {
  const { container } = render(<Icon name={'no such icon' as IconName} />)
  expect(container.innerHTML).toBe('')
})
