import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { AnswerList } from './answer-list.tsx'

function Answers() {
  const [items, setItems] = useState(['Light', 'Fill', 'Strike'])
  return (
    <AnswerList
      legend="Answers"
      items={items}
      getKey={(item) => item}
      newItem={() => ''}
      onChange={setItems}
      toText={(item) => item}
      onText={(_, text) => text}
      isOrdered
      min={3}
    />
  )
}

it('keeps the focus on the button of an answer that arrives at the top', async () => {
  const user = userEvent.setup()
  render(<Answers />)
  await user.click(screen.getByRole('button', { name: 'Move answer 2 up' }))
  const button = screen.getByRole('button', { name: 'Move answer 1 up' })
  expect([document.activeElement, button.ariaDisabled]).toEqual([button, 'true'])
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Remove answer 1' }))
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
    'Fill',
    'Light',
    'Strike',
  ])
})
