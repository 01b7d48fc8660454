import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { PagerButtons } from './pager-buttons.tsx'

function Pager({ onSubmit }: { onSubmit: () => void }) {
  const [index, setIndex] = useState(0)
  return (
    <PagerButtons
      index={index}
      count={2}
      onMove={setIndex}
      onCheck={undefined}
      isSubmitting={false}
      onSubmit={onSubmit}
    />
  )
}

it('does not submit with the second half of a double click on “Next”', () => {
  const submit = vi.fn<() => void>()
  render(<Pager onSubmit={submit} />)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }), { detail: 1 })
  const button = screen.getByRole('button', { name: 'Submit' })
  fireEvent.click(button, { detail: 2 })
  expect(submit).not.toHaveBeenCalled()
  fireEvent.click(button, { detail: 1 })
  expect(submit).toHaveBeenCalledOnce()
})
