import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import type { RecordedCall, CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

const ADMIN = buildUser({ student_id: 1, first_name: 'Ada', role: 'admin' })
const HEAD = 'first_name,last_name,email,birthdate,gender\n'

type Batch = CallInput<'importUsers'>

/** A server that knows these e-mails, and learns those that it is brought. */
function aServer(known: string[] = []) {
  const registered = new Set(known)
  return {
    findTakenEmails: ({ emails }) => ({ msg: emails.filter((email) => registered.has(email)) }),
    importUsers: ({ users }) => {
      const taken = users.map(({ email }) => email).filter((email) => registered.has(email))
      for (const { email } of users) registered.add(email)
      return { msg: { added: users.length - taken.length, taken } }
    },
    getUsers: () => ({ msg: [], nextPage: null }),
  } satisfies CallMocks
}

const showImport = (network: CallMocks = aServer()) =>
  showScreen('/dashboard/users/import', { ...mockSignedIn(ADMIN), ...network })
const people = (count: number) =>
  HEAD + Array.from({ length: count }, (_, n) => `Name${n},Okoro,n${n}@mail.example,,\n`).join('')
const batches = (calls: RecordedCall[]) =>
  calls.filter(({ name }) => name === 'importUsers').map(({ input }) => input as Batch)
/** By their words: roles of a table of hundreds of lines take their time to be found. */
const press = (words: string) => screen.findByText(words, { selector: 'button' })
const choose = ({ user }: Awaited<ReturnType<typeof showImport>>, text: string, name = 'people.csv') =>
  user.upload(screen.getByLabelText('Choose a file'), new File([text], name, { type: 'text/csv' }))
/** What each line of the table says, its cells apart. */
function lines(name = 'Lines of the file') {
  const table = document.querySelector(`[role=table][aria-label="${name}"]`)
  const rows = [...(table?.querySelectorAll('[role=row]') ?? [])].slice(1)
  return rows.map((row) => [...row.querySelectorAll('[role=cell]')].map(({ textContent }) => textContent))
}

/** What was saved as a file: its name and its text. */
function watchSaved() {
  const saved: { name: string; blob: Blob }[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push({ name: '', blob: blob as Blob })}`
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
  return async () => {
    await waitFor(() => expect(saved.at(-1)?.name).toBeTruthy())
    const { name, blob } = saved.at(-1) ?? { name: '', blob: new Blob() }
    return { name, text: new TextDecoder().decode(await blob.arrayBuffer()) }
  }
}
afterEach(() => vi.restoreAllMocks())

describe('The import of users', () => {
  it('shows what is wrong, line by line and field by field, before anything is written', async () => {
    const view = await showImport(aServer(['taken@mail.example']))
    const file = [
      'Role,E-mail,First name,Last name,Gender,Birthdate',
      'admin,ADA@Mail.example,Ada,Okoro,female,1991-04-17',
      'x,ben,,Okoro,other,2099-01-01',
      'x,ada@mail.example,Again,Okoro,,',
      'x,taken@mail.example,Taken,Okoro,,',
      'x,cy@mail.example,Cy,Okoro, Jr,,,,y',
    ]
    await choose(view, file.join('\n'))
    expect((await screen.findByText('1 ready')).parentElement?.textContent).toBe('1 ready, 4 with problems')
    expect(screen.getByRole('heading', { level: 2, name: 'people.csv' })).toBe(document.activeElement)
    expect(screen.getByText('Columns that are not read: Role.')).toBeTruthy()
    const wide = lines().map(([number, , ...rest]) => [number, ...rest])
    expect(wide).toEqual([
      ['2', 'Ada', 'Okoro', 'ADA@Mail.example', '1991-04-17', 'female', 'Ready', 'Ready'],
      [
        '3',
        '–First name is required',
        'Okoro',
        'benEnter a valid email address',
        '2099-01-01Date of birth must be a real day in the past',
        'otherGender must be Male or Female',
        'Problem',
        'Problem',
      ],
      ['4', 'Again', 'Okoro', 'ada@mail.exampleThe same e-mail stands in line 2', '–', '–', 'Problem', 'Problem'],
      ['5', 'Taken', 'Okoro', 'taken@mail.exampleThis e-mail is registered already', '–', '–', 'Problem', 'Problem'],
      [
        '6',
        'Cy',
        'Okoro',
        'cy@mail.example',
        '–',
        'JrGender must be Male or Female',
        'ProblemIt has more fields than the first line has columns',
        'Problem',
      ],
    ])
    await view.user.click(screen.getByRole('switch', { name: 'Only problems' }))
    expect(lines().map(([number]) => number)).toEqual(['3', '4', '5', '6'])
    expect(batches(view.calls)).toEqual([])
    expect(view.calls.filter(({ name }) => name === 'findTakenEmails')).toEqual([
      { name: 'findTakenEmails', input: { emails: ['ada@mail.example', 'taken@mail.example'] } },
    ])
    await view.user.click(screen.getByRole('button', { name: 'Import 1 user' }))
    expect(await screen.findByRole('heading', { name: '1 user imported' })).toBe(document.activeElement)
    const ada = {
      first_name: 'Ada',
      last_name: 'Okoro',
      email: 'ada@mail.example',
      birthdate: '1991-04-17',
      gender: 'Female',
    }
    expect(batches(view.calls)).toEqual([{ users: [ada], invite: false }])
  })

  it('ends with a file of the lines left out, which can be imported once they are mended', async () => {
    const saved = watchSaved()
    const view = await showImport({
      ...aServer(),
      importUsers: ({ users }) => ({ msg: { added: users.length - 1, taken: ['late@mail.example'] } }),
    })
    await choose(view, `${HEAD}Ada,Okoro,ada@mail.example,,\nLate,Okoro,late@mail.example,,\n'=cmd,"O,""x",nobody,,x\n`)
    await view.user.click(await screen.findByRole('switch', { name: /^Send invitations/ }))
    await view.user.click(screen.getByRole('button', { name: 'Import 2 users' }))
    await screen.findByRole('heading', { name: '1 user imported' })
    expect(batches(view.calls)[0]?.invite).toBe(true)
    expect(
      screen.getByText(
        'Each gets a mail that says how to choose a password. 2 lines were left out. Download, mend, and import again.',
      ),
    ).toBeTruthy()
    expect(lines('Lines left out').map(([number]) => number)).toEqual(['3', '4'])
    await view.user.click(screen.getByRole('button', { name: 'Lines left out' }))
    const { name, text } = await saved()
    expect(name).toBe('users-left-out.csv')
    expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
      'first_name,last_name,email,birthdate,gender,line,problem',
      'Late,Okoro,late@mail.example,,,3,This e-mail was registered meanwhile',
      `"'=cmd","O,""x",nobody,,x,4,Enter a valid email address. Gender must be Male or Female`,
      '',
    ])
    await view.user.click(screen.getByRole('button', { name: 'Import another file' }))
    await choose(view, text)
    await screen.findByText('Columns that are not read: line, problem.')
    expect(lines().map(([, , firstName]) => firstName)).toEqual(['Late', '=cmd'])
  })

  it('goes by two hundred, stops between them when asked to, asks before it is left, and goes on', async () => {
    const answers: (() => void)[] = []
    const server = aServer()
    const view = await showImport({
      ...server,
      importUsers: (input) => new Promise((resolve) => answers.push(() => resolve(server.importUsers(input)))),
    })
    const answer = async (count: number) => {
      await waitFor(() => expect(answers).toHaveLength(count))
      answers.at(-1)?.()
    }
    await choose(view, people(450))
    await view.user.click(await press('Import 450 users'))
    await answer(1)
    const bar = await screen.findByRole('progressbar', { name: '200 of 450 users imported' })
    expect(bar.getAttribute('aria-valuenow')).toBe('44')
    await view.user.click(screen.getByRole('link', { name: 'All users' }))
    const question = within(await screen.findByRole('dialog', { name: 'Leave the import?' }))
    expect(question.getByText(/^250 lines of the file are still to come/)).toBeTruthy()
    await view.user.click(question.getByRole('button', { name: 'Stay' }))
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
    await view.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(screen.getByRole('button', { name: 'Stopping after these …' })).toBeTruthy()
    await answer(2)
    expect(await screen.findByRole('heading', { name: 'The import has paused' })).toBe(document.activeElement)
    expect(answers).toHaveLength(2)
    await view.user.click(screen.getByRole('button', { name: 'Go on' }))
    await answer(3)
    await screen.findByRole('heading', { name: '450 users imported' })
    expect(screen.getByText(/No line was left out\.$/)).toBeTruthy()
    expect(batches(view.calls).map(({ users }) => users.length)).toEqual([200, 200, 50])
    expect(new Set(batches(view.calls).flatMap(({ users }) => users.map(({ email }) => email))).size).toBe(450)
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
    await view.user.click(screen.getAllByRole('link', { name: 'All users' })[0] as HTMLElement)
    await waitFor(() => expect(view.getPathname()).toBe('/dashboard/users'))
  })

  it('can be left in the middle: then no more is brought', async () => {
    let answer = () => {}
    const server = aServer()
    const view = await showImport({
      ...server,
      importUsers: (input) => new Promise((resolve) => (answer = () => resolve(server.importUsers(input)))),
    })
    await choose(view, people(300))
    await view.user.click(await press('Import 300 users'))
    await view.user.click(screen.getByRole('link', { name: 'All users' }))
    await view.user.click(await press('Leave'))
    await waitFor(() => expect(view.getPathname()).toBe('/dashboard/users'))
    answer()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(batches(view.calls)).toHaveLength(1)
  })

  it('says when a batch fails, tries it again, and brings nobody in twice', async () => {
    const server = aServer()
    let tries = 0
    const view = await showImport({
      ...server,
      importUsers: (input) => {
        tries += 1
        // The second gets through, and only its answer does not.
        if (tries === 2) server.importUsers(input)
        if (tries === 2 || tries === 3) throw new AppError('connection')
        return server.importUsers(input)
      },
    })
    await choose(view, people(500))
    await view.user.click(await press('Import 500 users'))
    expect(await screen.findByText('The next 200 lines did not come through: Error connecting to server.')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(tries).toBe(3))
    await view.user.click(await press('Try again'))
    expect(await screen.findByRole('heading', { name: '300 users imported' })).toBeTruthy()
    expect(screen.getByText(/200 lines were left out/)).toBeTruthy()
    expect(lines('Lines left out')[0]?.at(-2)).toBe(
      'ProblemThis e-mail is registered by now, maybe by the try that failed',
    )
  })

  it('skips a batch that the server will not have, and ends early where one wants it to', async () => {
    const server = aServer()
    const view = await showImport({
      ...server,
      importUsers: (input) => {
        if (input.users.some(({ email }) => email === 'n0@mail.example' || email === 'n450@mail.example'))
          throw new AppError('not_signed_in')
        return server.importUsers(input)
      },
    })
    await choose(view, people(700))
    await view.user.click(await press('Import 700 users'))
    expect((await screen.findByRole('link', { name: 'Log in in a new tab' })).getAttribute('target')).toBe('_blank')
    await view.user.click(await press('Skip these and go on'))
    await screen.findByRole('progressbar', { name: '200 of 700 users imported' })
    await view.user.click(await press('End the import here'))
    await screen.findByRole('heading', { name: '200 users imported' })
    const reasons = lines('Lines left out').map((cells) => cells.at(-2))
    expect([reasons[0], reasons.length]).toEqual(['ProblemSkipped: Log in to do this', 200])
    expect(screen.getByText(/500 lines were left out/)).toBeTruthy()
  })

  it('takes a pasted text, and helps with an example that can be imported as it is', async () => {
    const saved = watchSaved()
    const view = await showImport()
    await view.user.click(screen.getByRole('button', { name: 'Example file' }))
    const { name, text } = await saved()
    expect(name).toBe('users-example.csv')
    fireEvent.change(screen.getByRole('textbox', { name: 'Or paste the lines' }), {
      target: { value: text.replace('\ufeff', '') },
    })
    await view.user.click(screen.getByRole('button', { name: 'Check the lines' }))
    expect(await screen.findByText('3 ready')).toBeTruthy()
    await view.user.click(screen.getByRole('switch', { name: 'Only problems' }))
    expect(screen.getByText('No problems')).toBeTruthy()
  })

  it('takes a file that is dropped, and says why one cannot be imported', async () => {
    const view = await showImport()
    const zone = screen.getByText('Drop a CSV file here')
    fireEvent.drop(zone, { dataTransfer: { files: [new File(['a,b\n1,2'], 'wrong.csv')] } })
    expect(
      await screen.findByText(/^wrong\.csv cannot be imported\. The first line has to name the columns/),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await choose(view, people(10_001))
    expect(await screen.findByText(/It has 10,001 lines of people\. An import takes at most 10,000\./)).toBeTruthy()
    await choose(view, `${HEAD}Ada,Okoro,nobody,,\n`)
    expect((await screen.findByText('0 ready')).parentElement?.textContent).toBe('0 ready, 1 with problems')
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
    await view.user.click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(screen.getByText('Drop a CSV file here')).toBeTruthy()
  })

  it('checks again when the e-mails could not be asked for', async () => {
    let isUp = false
    const server = aServer()
    const view = await showImport({
      ...server,
      findTakenEmails: (input) => {
        if (!isUp) throw new AppError('connection')
        return server.findTakenEmails(input)
      },
    })
    await choose(view, people(2))
    expect(await screen.findByText('people.csv could not be checked: Error connecting to server')).toBeTruthy()
    isUp = true
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('2 ready')).toBeTruthy()
  })

  it('checks ten thousand lines in slices, asks for their e-mails by two hundred, and shows some at a time', async () => {
    const view = await showImport()
    await choose(view, people(10_000))
    expect(await screen.findByText('10,000 ready', {}, { timeout: 20_000 })).toBeTruthy()
    expect(view.calls.filter(({ name }) => name === 'findTakenEmails')).toHaveLength(50)
    expect(lines()).toHaveLength(200)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1')
  }, 30_000)
})
