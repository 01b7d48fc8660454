const CRLF = '\r\n'

export interface RawRequests {
  /** A request hidden in a body, which nobody must run. */
  hidden: string
  host: string
}

/** Ways to say how long a body is, of which some servers believe one and some the other. */
const LENGTHS = (hidden: string): string[] => [
  `Content-Length: 4${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding: chunked${CRLF}Content-Length: ${hidden.length}${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `Content-Length: 0${CRLF}Content-Length: ${hidden.length}${CRLF}${CRLF}${hidden}`,
  `Content-Length: ${hidden.length}, 0${CRLF}${CRLF}${hidden}`,
  `Content-Length: +${hidden.length}${CRLF}${CRLF}${hidden}`,
  `Content-Length: 0x10${CRLF}${CRLF}${hidden}`,
  `Content-Length: 1e2${CRLF}${CRLF}${hidden}`,
  `Content-Length: -1${CRLF}${CRLF}${hidden}`,
  `Content-Length: 99999999999999999999${CRLF}${CRLF}${hidden}`,
  `Content-Length : ${hidden.length}${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding : chunked${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding: xchunked${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding:\tchunked${CRLF}Content-Length: 5${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding: chunked, identity${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding: identity${CRLF}Content-Length: 5${CRLF}${CRLF}hello${hidden}`,
  `Transfer-Encoding: chunked${CRLF}Transfer-Encoding: identity${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `X: y${CRLF} Transfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `X: y\nTransfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding: chunked${CRLF}${CRLF}5;x="${CRLF}${CRLF}${hidden}"${CRLF}hello${CRLF}0${CRLF}${CRLF}`,
  `Transfer-Encoding: chunked${CRLF}${CRLF}fffffffffffffffff${CRLF}${hidden}`,
  `Transfer-Encoding: chunked${CRLF}${CRLF}0005${CRLF}hello\n0${CRLF}${CRLF}${hidden}`,
  `Transfer-Encoding: chunked${CRLF}${CRLF}5 ${CRLF}hello${CRLF}0${CRLF}X: ${hidden}${CRLF}${CRLF}`,
  `Content-Length: ${hidden.length}${CRLF}Expect: 100-continue${CRLF}Expect: 200${CRLF}${CRLF}${hidden}`,
]

const METHODS = ['POST', 'GET', 'PUT', 'get', 'POSTT', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT', 'DELETE']
const PATHS = [
  ...['/api/login', '/api/session', '/', '*', '//', '/%00', '/..%2f..%2fetc/passwd', '/uploads/../../etc/passwd'],
  ...['http://other.example/api/session', '/api/login#x', '/api/login?%', '/\u0000', '/a b', '\\api\\login', ''],
  `/${'a'.repeat(65_536)}`,
]
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', 'HTTP/11', '']
const HEADERS = [
  ...['', 'Host: other.example', 'Host:', 'Host: a\r\nHost: b', 'X-A: \u0000', 'X-A\u0000: b', ': b', 'no colon'],
  ...[
    'Content-Type: application/json',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Upgrade: h2c\r\nConnection: Upgrade',
  ],
  ...['Cookie: sid=\u0001', `Cookie: ${'a=b; '.repeat(4_000)}`, `X-A: ${'b'.repeat(30_000)}`],
  Array.from({ length: 3_000 }, (_, n) => `X-${n}: y`).join(CRLF),
]

/** As many malformed requests as asked for, each different from the last; the seed's are the same each time. */
export function* createRawRequests({ hidden, host }: RawRequests, pick: (count: number) => number): Generator<string> {
  const lengths = LENGTHS(hidden)
  const take = (list: readonly string[]) => list[pick(list.length)] ?? ''
  for (;;) {
    // Most have one thing wrong, so that the server does not refuse them for another.
    const wrong = pick(5)
    const method = wrong === 0 ? take(METHODS) : 'POST'
    const path = wrong === 1 ? take(PATHS) : '/api/addComment'
    const version = wrong === 2 ? take(VERSIONS) : 'HTTP/1.1'
    const header = wrong === 3 ? take(HEADERS) : 'Content-Type: application/json'
    yield `${method} ${path} ${version}${CRLF}Host: ${host}${CRLF}${header}${CRLF}${take(lengths)}`
  }
}
