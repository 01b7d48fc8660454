import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { CallInput, CallOutput } from '#contract/contract.ts'

const toBase64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A passkey in software: signs like a phone or a security key, with a key on the curve P-256. */
export class Authenticator {
  readonly #origin: string
  readonly #id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  /** Whether it checks a finger, a face or a PIN. */
  verifiesUser = true

  constructor(origin = 'http://localhost:3000') {
    this.#origin = origin
  }

  create({ challenge, rp }: CallOutput<'startPasskeySetup'>): CallInput<'addPasskey'>['response'] {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const publicKey = Buffer.from(isoCBOR.encode(toCoseKey(this.#keys.publicKey)))
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, publicKey])
    const authData = Buffer.concat([this.#signHead(rp.id ?? '', HAS_CREDENTIAL), credential])
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge),
        attestationObject: toBase64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      },
    }
  }

  get({ challenge, rpId }: CallOutput<'startPasskeyLogin'>): CallInput<'confirmPasskeyLogin'>['response'] {
    const authenticatorData = this.#signHead(rpId ?? '')
    const clientDataJSON = this.#clientData('webauthn.get', challenge)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: toBase64url(authenticatorData),
        signature: toBase64url(signature),
      },
    }
  }

  #credential() {
    const id = toBase64url(this.#id)
    return { id, rawId: id, type: 'public-key' as const }
  }

  #signHead(rpId: string, flags = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.counter)
    const allFlags = flags | USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([allFlags]), counter])
  }

  #clientData(type: string, challenge: string): string {
    return toBase64url(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }
}

/** ES256 in COSE: RFC 9053, section 7.1. */
function toCoseKey(publicKey: KeyObject): Map<number, number | Uint8Array> {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [xBytes, yBytes] = [x, y].map((text) => new Uint8Array(Buffer.from(text, 'base64url')))
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, xBytes ?? new Uint8Array()],
    [-3, yBytes ?? new Uint8Array()],
  ])
}
