import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { type ReactNode, startTransition, Suspense, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PasswordField, SelectField, TextField } from '#web/ui/form/field.tsx'
import { StarRatingInput } from '#web/ui/form/star-rating-input.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { reportEarlyInput } from './early-input.ts'

let unmount = () => {}
afterEach(() => {
  act(() => unmount())
  cleanup()
  document.body.innerHTML = ''
})

/** The page as the server sends it; `hydrate` starts it as the entry does and ends when React has taken over. */
function renderOnServer(page: ReactNode) {
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.append(root)
  const start = () => {
    startTransition(() => {
      const reactRoot = hydrateRoot(root, page)
      unmount = () => reactRoot.unmount()
    })
    reportEarlyInput(root)
  }
  return { start, hydrate: () => act(async () => start()) }
}

function FormPage({ defaultValues = {} }: { defaultValues?: Record<string, string> }) {
  const form = useForm<Record<string, string>>({ defaultValues })
  const [sent, setSent] = useState('')
  return (
    <form onSubmit={form.handleSubmit((values) => setSent(JSON.stringify(values)))}>
      <TextField label="Email" type="email" {...form.register('email')} />
      <PasswordField label="Password" {...form.register('password')} />
      <SelectField label="Gender" {...form.register('gender')}>
        <option value="" />
        <option>Female</option>
        <option>Male</option>
      </SelectField>
      <button type="submit">Send</button>
      <output>{sent}</output>
    </form>
  )
}

function CategoryPage() {
  const form = useForm({ defaultValues: { category: 'Security' } })
  return (
    <SelectField label="Category" {...form.register('category')}>
      <option value="" disabled>
        Choose a category
      </option>
      <option>Databases</option>
      <option>Security</option>
    </SelectField>
  )
}

function ControlledPage() {
  const [comment, setComment] = useState('')
  const [stars, setStars] = useState(1)
  const [isOn, setOn] = useState(false)
  return (
    <>
      <TextAreaField label="Comment" value={comment} onChange={setComment} maxLength={100} />
      <StarRatingInput label="Your stars" value={stars} onChange={setStars} />
      <Switch label="Emails" checked={isOn} onChange={setOn} />
      <output>{JSON.stringify({ comment, stars, isOn })}</output>
    </>
  )
}

function SearchPage() {
  return (
    <>
      <ListFilters choices={['', 'Free', 'Paid']} />
      <output>{useSearchParams()[0].toString()}</output>
    </>
  )
}

function SearchApp() {
  const [router] = useState(() => createMemoryRouter([{ path: '/', Component: SearchPage }]))
  return <RouterProvider router={router} />
}

const type = (control: HTMLElement, value: string) => void ((control as HTMLInputElement).value = value)
const getOutputText = () => document.querySelector('output')?.textContent

async function sendForm(): Promise<unknown> {
  await act(async () => screen.getByRole('button', { name: 'Send' }).click())
  await waitFor(() => expect(getOutputText()).not.toBe(''))
  return JSON.parse(getOutputText() ?? '')
}

describe('Input from before hydration', () => {
  it.each([
    ['without default values', {}],
    ['with default values', { email: '', password: '', gender: '' }],
  ])('is sent by a form %s', async (_, defaultValues) => {
    const page = renderOnServer(<FormPage defaultValues={defaultValues} />)
    type(screen.getByLabelText('Email'), 'mara@mail.example')
    type(screen.getByLabelText('Password'), 'correct horse')
    type(screen.getByLabelText('Gender'), 'Female')
    await page.hydrate()
    expect(await sendForm()).toEqual({ email: 'mara@mail.example', password: 'correct horse', gender: 'Female' })
  })

  it('reaches the state of a text area, stars and a switch', async () => {
    const page = renderOnServer(<ControlledPage />)
    type(screen.getByLabelText('Comment'), 'Well drawn.')
    screen.getByRole('radio', { name: /^4 stars/ }).click()
    screen.getByRole('switch', { name: 'Emails' }).click()
    await page.hydrate()
    expect(JSON.parse(getOutputText() ?? '')).toEqual({ comment: 'Well drawn.', stars: 4, isOn: true })
  })

  it('searches and filters a list', async () => {
    const page = renderOnServer(<SearchApp />)
    type(screen.getByRole('searchbox'), 'joins')
    type(screen.getByRole('combobox'), 'Paid')
    await page.hydrate()
    await waitFor(() =>
      expect(new URLSearchParams(getOutputText())).toEqual(new URLSearchParams('type=Paid&search=joins')),
    )
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'joins')
  })

  it('reaches a part of the page that hydrates later than the rest', async () => {
    const page = renderOnServer(
      <Suspense>
        <FormPage defaultValues={{ email: '' }} />
      </Suspense>,
    )
    type(screen.getByLabelText('Email'), 'mara@mail.example')
    await page.hydrate()
    expect(await sendForm()).toMatchObject({ email: 'mara@mail.example' })
  })

  it('reaches the state when the browser fills it in while React hydrates', async () => {
    const page = renderOnServer(<ControlledPage />)
    await act(async () => {
      page.start()
      const comment = screen.getByLabelText('Comment')
      type(comment, 'Well drawn.')
      comment.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(JSON.parse(getOutputText() ?? '')).toMatchObject({ comment: 'Well drawn.' })
  })

  it('does not count the option that a browser shows instead of a disabled placeholder', async () => {
    const { hydrate } = renderOnServer(<CategoryPage />)
    await hydrate()
    expect((screen.getByLabelText('Category') as HTMLSelectElement).value).toBe('Security')
  })

  it('is the only input whose control is written to', async () => {
    const page = renderOnServer(<FormPage />)
    await page.hydrate()
    const email = screen.getByLabelText('Email')
    type(email, 'm')
    const setValue = vi.spyOn(HTMLInputElement.prototype, 'value', 'set')
    email.dispatchEvent(new Event('input', { bubbles: true }))
    expect(setValue).not.toHaveBeenCalled()
    setValue.mockRestore()
  })
})
