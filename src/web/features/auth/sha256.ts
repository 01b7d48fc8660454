// crypto.subtle is missing on plain http, and slower than this for many short texts.

const ROUND_CONSTANTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
const INITIAL_STATE = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

const BLOCK_BYTES = 64
const words = new Int32Array(64)

/** The first 32 bits of the SHA-256 of ASCII text, as FIPS 180-4 describes it. */
export function hashStart(text: string): number {
  const blocks = Math.ceil((text.length + 9) / BLOCK_BYTES)
  const message = new DataView(new ArrayBuffer(blocks * BLOCK_BYTES))
  for (let index = 0; index < text.length; index++) message.setUint8(index, text.charCodeAt(index))
  message.setUint8(text.length, 0x80)
  message.setUint32(message.byteLength - 4, text.length * 8)
  const state = new Int32Array(INITIAL_STATE)
  for (let block = 0; block < blocks; block++) compress(state, message, block * BLOCK_BYTES)
  return (state[0] ?? 0) >>> 0
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

function compress(state: Int32Array, message: DataView, offset: number): void {
  for (let index = 0; index < 16; index++) words[index] = message.getInt32(offset + 4 * index)
  for (let index = 16; index < 64; index++) {
    const [near, far] = [words[index - 2] ?? 0, words[index - 15] ?? 0]
    const nearMix = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
    const farMix = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
    words[index] = (words[index - 16] ?? 0) + farMix + (words[index - 7] ?? 0) + nearMix
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const mixE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + mixE + choice + (ROUND_CONSTANTS[index] ?? 0) + (words[index] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const mixA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + mixA + majority) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}
