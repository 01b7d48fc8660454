import * as z from 'zod/mini'
import { getTextColors } from '#contract/certificates/certificate-colors.ts'
import { CERTIFICATE_STATUSES } from '#contract/choices.ts'
import { COURSE_TEXT } from '#contract/certificates/certificate-text.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import {
  hasOnlyStorableCharacters,
  instant,
  page,
  personName,
  search,
  singleLineText,
} from '#contract/schemas/fields.ts'

const certificateId = z.uuid({ error: 'Certificate not found' })
const reason = singleLineText('A reason', { max: LIMITS.reason })

/** A snapshot: what is printed never changes. */
export const certificate = z.object({
  certificate_id: z.string(),
  name: z.string(),
  /** Of the course, or of the path. */
  course_title: z.string(),
  kind: z.enum(['course', 'path']),
  issued_date: instant,
  /** When the last lesson was completed. */
  finished_date: instant,
  /** In seconds, of all lessons whose duration was known; 0 when none was. */
  duration: z.number(),
  issuer: z.string(),
  status: z.enum(CERTIFICATE_STATUSES),
})
export type Certificate = z.infer<typeof certificate>

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: 'A color looks like #1a2440' }))
const text = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(max, { error: `${label} can have at most ${max} characters` }),
      z.refine(hasOnlyStorableCharacters, { error: `${label} contains characters that aren’t allowed` }),
    )

const designInput = z.object({
  title: singleLineText('Title', { max: 60 }),
  /** Above the course’s title. */
  text: text('The text', 200),
  issuer: singleLineText('Issuer', { max: LIMITS.name }),
  signature_name: text('The name', LIMITS.name),
  /** An uploaded picture’s name, or empty. */
  signature_image: z.string().check(z.regex(/^([0-9a-f]{32}\.webp)?$/)),
  accent: color,
  background: color,
})

const { shape } = designInput

/** A design, with the defaults for what is not given. */
export const certificateDesign = z.object({
  title: z._default(shape.title, 'Certificate of completion'),
  text: z._default(shape.text, COURSE_TEXT),
  issuer: z._default(shape.issuer, 'Learn Lantern'),
  signature_name: z._default(shape.signature_name, ''),
  signature_image: z._default(shape.signature_image, ''),
  accent: z._default(shape.accent, '#f2a324'),
  background: z._default(shape.background, '#faf7f1'),
})
export type CertificateDesign = z.output<typeof certificateDesign>

export const getMyCertificates = defineEndpoint({
  summary: 'Lists your certificates, newest first.',
  input: z.object({}),
  output: z.array(certificate),
})

export const getCertificate = defineEndpoint({
  summary: 'Returns every printed field of a certificate and its state, for anyone who has its id.',
  input: z.object({ certificate_id: certificateId }),
  output: z.extend(certificate, {
    design: certificateDesign,
    /** Null when the course or path is gone or not public. */
    course_path: z.nullable(z.string()),
    revoked_date: z.nullable(instant),
    revoked_reason: z.string(),
    /** The certificate that replaces it. */
    replaced_by: z.nullable(z.string()),
    /** True for its owner. */
    is_own: z.boolean(),
  }),
})
export type CertificatePage = z.infer<typeof getCertificate.output>

export const getCertificates = defineEndpoint({
  summary: 'Lists all certificates, newest first.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(['', ...CERTIFICATE_STATUSES], { error: 'Unknown filter' }), ''),
  }),
  output: z.array(z.extend(certificate, { student_id: z.nullable(z.int()), email: z.nullable(z.string()) })),
  nextPage: z.nullable(z.int()),
})

export const revokeCertificate = defineEndpoint({
  summary: 'Revokes a certificate for good. Its page says why.',
  input: z.object({ certificate_id: certificateId, reason }),
  output: z.string(),
})

export const replaceCertificate = defineEndpoint({
  summary: 'Issues a certificate with the correct name and marks the old one as replaced.',
  input: z.object({
    certificate_id: certificateId,
    first_name: personName('First name'),
    /** Left out for a person with one name. */
    last_name: z.optional(personName('Last name')),
  }),
  output: z.object({ certificate_id: z.string() }),
})

export const getCertificateDesign = defineEndpoint({
  summary: 'Returns the design of new certificates.',
  input: z.object({}),
  output: certificateDesign,
})

export const updateCertificateDesign = defineEndpoint({
  summary: 'Changes the design of new certificates. Issued ones keep theirs.',
  input: designInput.check(
    z.refine(({ background }) => getTextColors(background) !== null, {
      error: 'Text is hard to read on this background. Choose a lighter or a darker one',
      path: ['background'],
    }),
  ),
  output: z.string(),
})
