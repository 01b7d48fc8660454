import { describe, expect, it } from 'vitest'
import { IMPORT_FILE_MAX_ROWS } from '#contract/limits.ts'
import { UserFileError, parseUserFile, decodeFile } from './parse-user-file.ts'

/** Each row's number and fields, in the order of the columns. */
const parse = async (text: string) =>
  (await parseUserFile(text)).rows.map(({ number, fields }) => [number, ...Object.values(fields)])
const ADA = [2, 'Ada', 'Okoro', 'ada@mail.example', '1991-04-17', 'Female']
const utf16 = (text: string) =>
  new Uint8Array([
    0xff,
    0xfe,
    ...[...text].flatMap((character) => [character.charCodeAt(0) % 256, character.charCodeAt(0) >> 8]),
  ])

describe('Parsing a users file', () => {
  it.each([
    ['commas', 'first_name,last_name,email,birthdate,gender\nAda,Okoro,ada@mail.example,1991-04-17,Female'],
    ['semicolons', 'first_name;last_name;email;birthdate;gender\r\nAda;Okoro;ada@mail.example;1991-04-17;Female\r\n'],
    ['tabs', 'first_name\tlast_name\temail\tbirthdate\tgender\rAda\tOkoro\tada@mail.example\t1991-04-17\tFemale'],
    [
      'a byte order mark',
      '\ufefffirst_name,last_name,email,birthdate,gender\nAda,Okoro,ada@mail.example,1991-04-17,Female',
    ],
    [
      'quotes',
      '"first_name","last_name","email","birthdate","gender"\n"Ada","Okoro","ada@mail.example","1991-04-17","Female"',
    ],
    [
      'other spellings and another order of the columns',
      'GENDER,Date of birth,E-Mail, Last Name ,firstName\nFemale,1991-04-17,ada@mail.example,Okoro,Ada',
    ],
    [
      'spaces around the values',
      'first_name , last_name,email,birthdate,gender\n Ada, Okoro ,ada@mail.example ,1991-04-17, Female',
    ],
    [
      'unknown columns',
      'id,first_name,last_name,email,role,birthdate,gender\n7,Ada,Okoro,ada@mail.example,admin,1991-04-17,Female',
    ],
    [
      'other delimiters within values',
      'first_name;last_name;email;birthdate;gender;"a,b,c"\nAda;Okoro;ada@mail.example;1991-04-17;Female;"x,y;z"',
    ],
  ])('supports %s', async (_case, text) => expect(await parse(text)).toEqual([ADA]))

  it('keeps quotes, delimiters and line breaks within a field, and numbers rows like a spreadsheet', async () => {
    const text =
      'first_name,last_name,email\n"A ""B"" C","Okoro, Jr",a@mail.example\n\n , ,\n"two\nlines",X,b@mail.example\n'
    expect(await parse(text)).toEqual([
      [2, 'A "B" C', 'Okoro, Jr', 'a@mail.example', '', ''],
      [5, 'two\nlines', 'X', 'b@mail.example', '', ''],
    ])
  })

  it('supports mixed line endings', async () => {
    expect(
      await parse(
        'first_name,last_name,email\r\nAda,Okoro,a@mail.example\nBen,Okoro,b@mail.example\rCy,Okoro,c@mail.example\r\n',
      ),
    ).toEqual([
      [2, 'Ada', 'Okoro', 'a@mail.example', '', ''],
      [3, 'Ben', 'Okoro', 'b@mail.example', '', ''],
      [4, 'Cy', 'Okoro', 'c@mail.example', '', ''],
    ])
  })

  it('removes the apostrophe of escaped formulas but not of names', async () => {
    expect(
      await parse(`first_name,last_name,email\n'=cmd,'t Hooft,'-x@mail.example\n''@at,O'Neill,y@mail.example`),
    ).toEqual([
      [2, '=cmd', "'t Hooft", '-x@mail.example', '', ''],
      [3, "'@at", "O'Neill", 'y@mail.example', '', ''],
    ])
  })

  it('reports ignored columns, including the second of two with the same name', async () => {
    const { ignoredColumns, rows } = await parseUserFile(
      'student_id,first_name,last_name,email,E-mail,\n1,Ada,Okoro,ada@mail.example,other@mail.example,',
    )
    expect([ignoredColumns, rows[0]?.fields.email]).toEqual([['student_id', 'E-mail'], 'ada@mail.example'])
  })

  it('reports malformed rows', async () => {
    const { rows } = await parseUserFile(
      'first_name,last_name,email\nAda,Okoro,ada@mail.example\nAda,Okoro,Jr,ada@mail.example\nBen,Okoro\n"Cy,Okoro,cy@mail.example\nLast,One,x@mail.example',
    )
    expect(rows.map(({ number, problem }) => [number, problem])).toEqual([
      [2, undefined],
      [3, 'This row has more values than columns'],
      [4, undefined],
      [5, 'A quotation mark is missing or misplaced'],
    ])
  })

  it.each([
    ['', 'The first row must contain the columns first_name, last_name, email. Missing: first_name, last_name, email.'],
    [
      'Ada,Okoro,ada@mail.example',
      'The first row must contain the columns first_name, last_name, email. Missing: first_name, last_name, email.',
    ],
    [
      'first_name,last_name\nAda,Okoro',
      'The first row must contain the columns first_name, last_name, email. Missing: email.',
    ],
    ['first_name,last_name,email\n\n,,\n', 'It has no rows below the column names.'],
  ])('refuses %j', async (text, message) => {
    await expect(parseUserFile(text)).rejects.toThrow(new UserFileError(message))
  })

  it('refuses more than 10,000 rows', async () => {
    const file = (count: number) => `first_name,last_name,email\n${'Ada,Okoro,ada@mail.example\n'.repeat(count)}`
    expect((await parseUserFile(file(IMPORT_FILE_MAX_ROWS))).rows).toHaveLength(10_000)
    await expect(parseUserFile(file(IMPORT_FILE_MAX_ROWS + 1))).rejects.toThrow(
      'It has 10,001 rows. The limit is 10,000.',
    )
  })
})

describe('Decoding a file', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('Zoë 漢')],
    ['UTF-8 with a byte order mark', new TextEncoder().encode('\ufeffZoë 漢')],
    ['UTF-16 as written by Excel', utf16('Zoë 漢')],
  ])('supports %s', async (_encoding, bytes) =>
    expect((await decodeFile(new Blob([bytes]))).replace('\ufeff', '')).toBe('Zoë 漢'),
  )

  it('supports windows-1252', async () =>
    expect(await decodeFile(new Blob([new Uint8Array([0x5a, 0x6f, 0xeb])]))).toBe('Zoë'))

  it('refuses more than 5 MB', async () => {
    const megabytes = 5 * 1024 * 1024
    expect(await decodeFile(new Blob([new Uint8Array(megabytes).fill(97)]))).toHaveLength(megabytes)
    await expect(decodeFile(new Blob([new Uint8Array(megabytes + 1)]))).rejects.toThrow(
      'It is 5.1 MB. The limit is 5 MB.',
    )
  })
})
