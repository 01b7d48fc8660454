import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import { buildAccount, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

/** The profile over a server that keeps what is saved. */
function showProfile(values: Partial<User> = {}, network: CallMocks = {}) {
  let kept = buildUser(values)
  return renderScreen('/student/profile', {
    session: () => ({ msg: { loggedIn: true, userData: [kept] } }),
    getUserData: () => ({ msg: { data: [kept] } }),
    getAccount: () => ({ msg: buildAccount() }),
    updateUser: ({ first_name, last_name, birthdate, gender }) => {
      kept = { ...kept, first_name, last_name, birthdate, gender }
      return { msg: 'Your profile is saved' }
    },
    handleUploads: () => {
      kept = { ...kept, image_url: 'new.webp' }
      return { msg: { image_url: 'new.webp' } }
    },
    ...network,
  })
}

async function edit(user: ReturnType<typeof renderScreen>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Change your profile' }))
}

const aPicture = (type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], 'me', { type })

/** Chooses a picture and takes what the crop shows. */
async function choosePicture(user: ReturnType<typeof renderScreen>['user']) {
  await user.upload(screen.getByLabelText('Picture file'), aPicture())
  const crop = await screen.findByRole('dialog', { name: 'Crop your picture' })
  await within(crop).findByRole('slider', { name: 'Zoom' })
  fireEvent.load(crop.querySelector('img') ?? crop)
  await user.click(within(crop).getByRole('button', { name: 'Use this picture' }))
  await screen.findByRole('img', { name: 'How you will look' })
}

test('the profile shows what the specification names', async () => {
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

test('without a picture the default person stands there, 250 by 250', async () => {
  renderScreen('/student', {
    ...mockSignedIn(),
    getUserData: () => ({ msg: { data: [buildUser()] } }),
    getAccount: () => ({ msg: buildAccount() }),
  })
  const picture = await screen.findByRole('img', { name: 'No picture yet' })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['250', '250'])
})

test('in edit mode all fields but the picture are there, and the joined date and the courses are read-only', async () => {
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

test('what was saved shows in view mode under the server’s words, which can be dismissed', async () => {
  const { user, calls } = showProfile()
  await edit(user)
  await user.clear(screen.getByLabelText('First name'))
  await user.type(screen.getByLabelText('First name'), 'Maria')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile is saved')
  expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
  expect(within(screen.getByRole('region', { name: 'Your profile' })).getByText('Maria Ilves')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Account menu: Maria Ilves' })).toBeDefined()
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
  expect(screen.queryByText('Your profile is saved')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change your profile' }))
})

test('an account made with Google keeps what it was never asked open', async () => {
  const { user, calls } = showProfile({ birthdate: null, gender: null })
  await edit(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile is saved')
  expect(calls.find(({ name }) => name === 'updateUser')?.input).toMatchObject({ birthdate: null, gender: null })
})

test('a birth date that was given is not taken away', async () => {
  const { user, calls } = showProfile()
  await edit(user)
  await user.clear(screen.getByLabelText('Birth date'))
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Date of birth is required')
  expect(calls.some(({ name }) => name === 'updateUser')).toBe(false)
})

test('an e-mail that is taken is said at its field, and the form stays', async () => {
  const { user } = showProfile(
    {},
    {
      updateUser: () => {
        throw new AppError('email_taken')
      },
    },
  )
  await edit(user)
  await user.type(screen.getByLabelText('Email'), 'x')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('alert').textContent).toContain('This e-mail is already registered')
})

test('a new e-mail that needs a fresh sign-in says so and leads to the logout', async () => {
  const { user } = showProfile(
    {},
    {
      updateUser: () => {
        throw new AppError('stale_login')
      },
    },
  )
  await edit(user)
  await user.type(screen.getByLabelText('Email'), 'x')
  await screen.findByText('A new e-mail needs a sign-in of the last ten minutes.')
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  const refusal = await screen.findByRole('alert')
  expect(refusal.textContent).toContain('Log in again to do this')
  expect(within(refusal).getByRole('link').getAttribute('href')).toBe('/student/logout')
})

test('a new e-mail that waits for its link is told at the e-mail', async () => {
  showProfile({}, { getAccount: () => ({ msg: buildAccount({ pendingEmail: 'new@mail.example' }) }) })
  await screen.findByText('new@mail.example waits for the link that was sent there.')
})

test('leaving edit mode asks first where something was changed', async () => {
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

test('a picture is cropped, shown, and sent after the fields', async () => {
  const { user, calls } = showProfile()
  await edit(user)
  await choosePicture(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile is saved')
  const writes = calls.filter(({ name }) => name === 'updateUser' || name === 'handleUploads')
  expect(writes).toMatchObject([
    { name: 'updateUser', input: { isImageChange: true } },
    { name: 'handleUploads', input: { id: '7' } },
  ])
  expect(Object.keys(writes[1]?.input ?? {})).toEqual(['id', 'image'])
  expect((await screen.findByRole('img', { name: 'Picture of Mara' })).getAttribute('src')).toBe('/uploads/new.webp')
})

test('while the picture is sent its progress shows in per cent', async () => {
  const { user } = showProfile({}, { handleUploads: () => new Promise(() => {}) })
  await edit(user)
  await choosePicture(user)
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  const bar = await screen.findByRole('progressbar', { name: 'Sending the picture' })
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'))
  expect(screen.getByText('50%')).toBeDefined()
  expect(screen.getByText('Sending the picture: 50%')).toBeDefined()
})

test('a picture that does not arrive leaves the rest saved and can be sent again', async () => {
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
    'The rest is saved, but the picture did not arrive: Error connecting to server',
  )
  await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
  await screen.findByText('Your profile is saved')
  expect(calls.filter(({ name }) => name === 'updateUser')).toHaveLength(1)
  expect(calls.filter(({ name }) => name === 'handleUploads')).toHaveLength(2)
})

test.each([
  ['a file that is no picture', aPicture('image/svg+xml'), 'A picture is PNG, JPEG, WebP, GIF or AVIF'],
  ['a picture over 5 MB', aPicture('image/png', 5 * 1024 * 1024 + 1), 'The picture is too large. The limit is 5 MB'],
])('%s is refused at once', async (_, file, words) => {
  const { user } = showProfile()
  await edit(user)
  fireEvent.drop(screen.getByRole('img', { name: 'No picture yet' }), { dataTransfer: { files: [file] } })
  await screen.findByText(words)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a picture that the browser cannot read says so and closes the crop', async () => {
  const { user } = showProfile()
  await edit(user)
  fireEvent.drop(screen.getByRole('img', { name: 'No picture yet' }), { dataTransfer: { files: [aPicture()] } })
  const crop = await screen.findByRole('dialog', { name: 'Crop your picture' })
  await within(crop).findByRole('slider', { name: 'Zoom' })
  fireEvent.error(crop.querySelector('img') ?? crop)
  await screen.findByText('This picture cannot be read')
  expect(screen.queryByRole('dialog')).toBeNull()
})
