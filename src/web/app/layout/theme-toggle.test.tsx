import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showScreen } from '#web/testing/show-screen.ts'

describe('The theme toggle', () => {
  it('starts dark, and sets and stores the theme at once', async () => {
    await showScreen('/')
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }))
    expect(document.body.classList.contains('light')).toBe(true)
    expect(localStorage.getItem('theme')).toBe('light')
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to the dark theme' }))
    expect(document.body.className).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})
