import * as z from 'zod/mini'

export const text = (error: string, isValid: (value: string) => boolean) =>
  z.string().check(z.refine(isValid, { error }))

export const onOff = (name: string) =>
  z.pipe(
    z.enum(['on', 'off'], { error: `${name} must be on or off` }),
    z.transform((value) => value === 'on'),
  )

export const wholeNumber = (name: string, min: number, max: number) =>
  z.pipe(
    text(
      `${name} must be a whole number from ${min} to ${max}`,
      (value) => /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max,
    ),
    z.transform(Number),
  )

export const postgresUrl = (name: string) =>
  text(`${name} must be an address such as postgres://user:password@host:5432/name`, (value) =>
    hasProtocol(value, /^postgres(ql)?:$/),
  )

export function hasProtocol(value: string, protocol: RegExp): boolean {
  return URL.canParse(value) && protocol.test(new URL(value).protocol)
}
