import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '#web/testing/render-screen.tsx'

describe('The theme toggle', () => {
  it('starts dark, changes the class of the body and is kept at once', async () => {
    await renderScreen('/')
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }))
    expect(document.body.classList.contains('light')).toBe(true)
    expect(localStorage.getItem('theme')).toBe('light')
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }))
    expect(document.body.className).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})
