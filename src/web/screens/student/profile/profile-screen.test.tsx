import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError, ERRORS } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { buildAccount, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

beforeEach(() => localStorage.clear())

/** The profile with mocks that store what is saved. */
function showProfile(values: Partial<User> = {}, mocks: CallMocks = {}) {
  let stored = buildUser(values)
  return renderScreen('/student/profile', {
    session: () => ({ msg: { loggedIn: true, userData: [stored] } }),
    getUserData: () => ({ msg: { data: [stored] } }),
    getAccount: () => ({ msg: buildAccount() }),
    updateUser: ({ first_name, last_name, birthdate, gender }) => {
      stored = { ...stored, first_name, last_name, birthdate, gender }
      return { msg: 'Your profile was saved' }
    },
    handleUploads: () => {
      stored = { ...stored, image_url: 'new.webp' }
      return { msg: { image_url: 'new.webp' } }
    },
    ...mocks,
  })
}

async function edit(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Edit your profile' }))
}

const buildPicture = (type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], 'me', { type })

/** Chooses a picture and accepts the initial crop. */
async function choosePicture(user: UserEvent, file = buildPicture()) {
  await user.upload(screen.getByLabelText('Picture file'), file)
  const crop = await screen.findByRole('dialog', { name: 'Crop your picture' })
  await within(crop).findByRole('slider', { name: 'Zoom' })
  fireEvent.load(crop.querySelector('img') ?? crop)
  await user.click(within(crop).getByRole('button', { name: 'Use picture' }))
  await screen.findByRole('img', { name: 'Profile preview' })
}

test('shows the fields of the specification', async () => {
  showProfile({ course_joined: 0 })
  await screen.findByRole('heading', { name: 'Profile' })
  const shown = (await screen.findAllByRole('term')).map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ])
  expect(shown).toEqual([
    ['First name', 'Mara'],
    ['Last name', 'Ilves'],
    ['Email', 'mara@mail.example'],
    ['Birth date', 'April 17, 1991'],
    ['Gender', 'Female'],
    ['Joined', 'March 1, 2026'],
    ['Courses joined', '0'],
  ])
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
})

test('shows a default picture of 250 by 250 pixels', async () => {
  renderScreen('/student', {
    ...mockSignedIn(),
    getUserData: () => ({ msg: { data: [buildUser()] } }),
    getAccount: () => ({ msg: buildAccount() }),
  })
  const picture = await screen.findByRole('img', { name: 'No picture yet' })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['250', '250'])
})

test('edits all fields but the picture, with the joined date and course count read-only', async () => {
  const { user } = showProfile()
  await edit(user)
  const form = screen.getByRole('button', { name: 'Edit Profile' }).closest('form') ?? document.body
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, select')]
  expect(fields.map((field) => [field.labels?.[0]?.textContent, field.value, field.readOnly === true])).toEqual([
    ['First name', 'Mara', false],
    ['Last name', 'Ilves', false],
    ['Email', 'mara@mail.example', false],
    ['Birth date', '1991-04-17', false],
    ['Gender', 'Female', false],
    ['Joined', 'March 1, 2026', true],
    ['Courses joined', '2', true],
  ])
  expect(
    within(screen.getByLabelText('Gender'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Male', 'Female'])
})

test('shows the saved profile and a success message, which can be dismissed', async () => {
  const { user, calls } = showProfile()
  await edit(user)
  await user.clear(screen.getByLabelText('First name'))
  await user.type(screen.getByLabelText('First name'), 'Maria')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile was saved')
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
  within(screen.getByRole('region', { name: 'Your profile' })).getByText('Maria Ilves')
  screen.getByRole('button', { name: 'Account menu: Maria Ilves' })
  expect(calls.find(({ name }) => name === 'updateUser')?.input).toEqual({
    student_id: 7,
    first_name: 'Maria',
    last_name: 'Ilves',
    email: 'mara@mail.example',
    birthdate: '1991-04-17',
    gender: 'Female',
    image_url: '',
    isImageChange: false,
  })
  expect(calls.some(({ name }) => name === 'handleUploads')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Your profile was saved')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit your profile' }))
})

test('saves empty fields of an account created with Google', async () => {
  const { user, calls } = showProfile({ birthdate: null, gender: null })
  await edit(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile was saved')
  expect(calls.find(({ name }) => name === 'updateUser')?.input).toMatchObject({ birthdate: null, gender: null })
})

test('saves the picture of a user without a last name', async () => {
  const { user, calls } = showProfile({ last_name: '' })
  await edit(user)
  expect(screen.getByLabelText('Last name').hasAttribute('required')).toBe(false)
  await choosePicture(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile was saved')
  expect(calls.find(({ name }) => name === 'updateUser')?.input).toMatchObject({ last_name: '' })
  expect(calls.some(({ name }) => name === 'handleUploads')).toBe(true)
})

test('does not remove a last name', async () => {
  const { user, calls } = showProfile()
  await edit(user)
  await user.clear(screen.getByLabelText('Last name'))
  await user.type(screen.getByLabelText('Last name'), ' ')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Last name is required')
  expect(calls.some(({ name }) => name === 'updateUser')).toBe(false)
})

test('does not remove a birth date', async () => {
  const { user, calls } = showProfile()
  await edit(user)
  await user.clear(screen.getByLabelText('Birth date'))
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Date of birth is required')
  expect(calls.some(({ name }) => name === 'updateUser')).toBe(false)
})

test('shows an error at the email field when the email is taken', async () => {
  const { user } = showProfile({}, { updateUser: failWith('email_taken') })
  await edit(user)
  await user.type(screen.getByLabelText('Email'), 'x')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('alert').textContent).toContain(ERRORS.email_taken[1])
})

test('links to the logout when a new email requires a recent login', async () => {
  const { user } = showProfile({}, { updateUser: failWith('stale_login') })
  await edit(user)
  await user.type(screen.getByLabelText('Email'), 'x')
  await screen.findByText('Changing your email requires a login within the last 10 minutes.')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  const refusal = await screen.findByRole('alert')
  expect(refusal.textContent).toContain(ERRORS.stale_login[1])
  expect(within(refusal).getByRole('link').getAttribute('href')).toBe('/student/logout?next=%2Fstudent%2Fprofile')
})

test('has what was typed after the login that a new email requires', async () => {
  let isSignedIn = true
  const { user, router } = showProfile(
    {},
    {
      session: () => ({ msg: { loggedIn: isSignedIn, userData: isSignedIn ? [buildUser()] : [] } }),
      updateUser: failWith('stale_login'),
      logout: () => {
        isSignedIn = false
        return { msg: 'You are logged out' }
      },
      login: () => {
        isSignedIn = true
        return { msg: 'You are logged in', nextPage: '/' }
      },
    },
  )
  await edit(user)
  await user.type(screen.getByLabelText('Email'), '.org')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await user.click(within(await screen.findByRole('alert')).getByRole('link', { name: 'Log out now' }))
  await screen.findByRole('heading', { name: 'Welcome back' })
  await user.type(screen.getByLabelText('Email'), 'mara@mail.example')
  await user.type(screen.getByLabelText('Password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('button', { name: 'Edit Profile' })
  expect(router.state.location.pathname).toBe('/student/profile')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mara@mail.example.org')
})

test('shows a new email that is not confirmed yet', async () => {
  showProfile({}, { getAccount: () => ({ msg: buildAccount({ pendingEmail: 'new@mail.example' }) }) })
  await screen.findByText('We sent a confirmation link to new@mail.example.')
})

test('cancels a change of the email', async () => {
  let pendingEmail = 'new@mail.example'
  const { user } = showProfile(
    {},
    {
      getAccount: () => ({ msg: buildAccount({ pendingEmail }) }),
      cancelEmailChange: () => {
        pendingEmail = ''
        return { msg: 'Your email stays the same' }
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Cancel change' }))
  await waitFor(() => expect(screen.queryByText(/^We sent a confirmation link/)).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('asks before discarding changes', async () => {
  const { user } = showProfile()
  await edit(user)
  await user.click(screen.getByRole('button', { name: 'Close without saving' }))
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()

  await edit(user)
  await user.type(screen.getByLabelText('Last name'), '!')
  await user.click(screen.getByRole('button', { name: 'Close without saving' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Ilves!')

  await user.click(screen.getByRole('button', { name: 'Close without saving' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
  await edit(user)
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Ilves')
})

test('crops a picture and uploads it after the fields', async () => {
  const { user, calls } = showProfile()
  await edit(user)
  await choosePicture(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile was saved')
  const writes = calls.filter(({ name }) => name === 'updateUser' || name === 'handleUploads')
  expect(writes).toMatchObject([
    { name: 'updateUser', input: { isImageChange: true } },
    { name: 'handleUploads', input: { id: '7' } },
  ])
  expect(Object.keys(writes[1]?.input ?? {})).toEqual(['id', 'image'])
  expect((await screen.findByRole('img', { name: 'Picture of Mara' })).getAttribute('src')).toBe('/uploads/new.webp')
})

test('shows the upload progress', async () => {
  const { user } = showProfile({}, { handleUploads: () => new Promise(() => {}) })
  await edit(user)
  await choosePicture(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  const bar = await screen.findByRole('progressbar', { name: 'Uploading picture' })
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'))
})

test('saves the fields and retries only the picture after a failed upload', async () => {
  const failures = [new AppError('connection')]
  const { user, calls } = showProfile(
    {},
    {
      handleUploads: () => {
        const failure = failures.pop()
        if (failure) throw failure
        return { msg: { image_url: 'new.webp' } }
      },
    },
  )
  await edit(user)
  await choosePicture(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    "Your profile was saved, but the picture wasn't uploaded: Error connecting to server",
  )
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile was saved')
  expect(calls.filter(({ name }) => name === 'updateUser')).toHaveLength(1)
  expect(calls.filter(({ name }) => name === 'handleUploads')).toHaveLength(2)
})

test.each([
  ['a file that is not a picture', buildPicture('image/svg+xml'), 'Use a PNG, JPEG, WebP, GIF or AVIF picture'],
  [
    'a picture over 23 MB',
    buildPicture('image/png', 23 * 1024 * 1024 + 1),
    'The picture is too large. The limit is 23 MB',
  ],
])('rejects %s at once', async (_, file, message) => {
  const { user } = showProfile()
  await edit(user)
  fireEvent.drop(screen.getByRole('img', { name: 'No picture yet' }), { dataTransfer: { files: [file] } })
  await screen.findByText(message)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('crops a phone’s photo of 8 MB, of which only the crop is uploaded', async () => {
  const { user } = showProfile()
  await edit(user)
  await choosePicture(user, buildPicture('image/jpeg', 8 * 1024 * 1024))
  await screen.findByText('Select Edit Profile to save it.')
})

test('closes the crop with an error when the picture cannot be read', async () => {
  const { user } = showProfile()
  await edit(user)
  fireEvent.drop(screen.getByRole('img', { name: 'No picture yet' }), { dataTransfer: { files: [buildPicture()] } })
  const crop = await screen.findByRole('dialog', { name: 'Crop your picture' })
  await within(crop).findByRole('slider', { name: 'Zoom' })
  fireEvent.error(crop.querySelector('img') ?? crop)
  await screen.findByText(ERRORS.bad_picture[1])
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('changes that were not saved', () => {
  const firstName = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' })
  const lastName = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Last name' })

  async function changeFirstName() {
    const { user } = showProfile()
    await edit(user)
    await user.type(await firstName(), 'lin')
    cleanup()
  }

  test('come back in edit mode, and leave other fields as they were saved since', async () => {
    await changeFirstName()
    const { user, calls } = showProfile({ last_name: 'Tamm' })
    expect((await firstName()).value).toBe('Maralin')
    expect(lastName().value).toBe('Tamm')
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
    await screen.findByText('Your profile was saved')
    expect(calls.find(({ name }) => name === 'updateUser')?.input).toMatchObject({
      first_name: 'Maralin',
      last_name: 'Tamm',
    })
    expect(localStorage).toHaveLength(0)
  })

  test('are forgotten when they are discarded', async () => {
    await changeFirstName()
    const { user } = showProfile()
    await firstName()
    await user.click(screen.getByRole('button', { name: 'Close without saving' }))
    await user.click(await screen.findByRole('button', { name: /discard/i }))
    await screen.findByRole('button', { name: 'Edit your profile' })
    expect(localStorage).toHaveLength(0)
  })

  test.each(['{', '[]', '{"first_name":5}', '{"other":"x"}'])(
    'are ignored when the browser has stored %s',
    async (text) => {
      localStorage.setItem('profile-draft:7:7', text)
      showProfile()
      await screen.findByRole('button', { name: 'Edit your profile' })
    },
  )
})

test('takes no picture before the email is confirmed', async () => {
  const { user } = showProfile(
    {},
    { session: () => ({ msg: { loggedIn: true, userData: [buildUser()], needsEmailProof: true as const } }) },
  )
  await edit(user)
  await screen.findByText('Confirm your email to add a picture.')
  expect(screen.getByRole('button', { name: 'Choose picture' }).ariaDisabled).toBe('true')
  await user.upload(screen.getByLabelText('Picture file'), buildPicture())
  expect(screen.queryByRole('dialog')).toBeNull()
})
