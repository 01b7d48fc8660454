import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon, type IconName } from './icon.tsx'

test('an icon is a drawing that is not read out', () => {
  const { container } = render(<Icon name="check" />)
  expect(container.querySelector('svg[aria-hidden=true] path')?.getAttribute('d')).toMatch(/^M/)
})

test('a missing icon shows nothing', () => {
  const { container } = render(<Icon name={'no such icon' as IconName} />)
  expect(container.innerHTML).toBe('')
})
