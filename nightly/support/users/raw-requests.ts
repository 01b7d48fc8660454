const CRLF = '\r\n'

export interface RawRequests {
  /** A request hidden in a body, which nobody must run. */
  hidden: string
  host: string
}

/** Spellings of one header, of which some servers believe it and some do not. */
const TRANSFER_ENCODINGS = [
  ...['Transfer-Encoding: chunked', 'TRANSFER-ENCODING: CHUNKED', 'Transfer-Encoding:chunked'],
  ...['Transfer-Encoding:\tchunked', 'Transfer-Encoding: chunked ', 'Transfer-Encoding: chunked\t'],
  ...['Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked', ' Transfer-Encoding: chunked'],
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding: chunkedx', 'Transfer-Encoding: chunked, identity'],
  ...['Transfer-Encoding: identity, chunked', 'Transfer-Encoding: chunked, chunked', 'Transfer-Encoding: ,chunked'],
  ...['Transfer-Encoding: "chunked"', "Transfer-Encoding: 'chunked'", 'Transfer-Encoding: chunked;q=1'],
  ...['Transfer-Encoding: \u000bchunked', 'Transfer-Encoding: chunked\u000c', 'Transfer-Encoding: chunk\u00e9d'],
  ...[
    'Transfer-Encoding: \u0000chunked',
    'Transfer-Encoding:',
    'Transfer-Encoding: identity',
    'Transfer-Encoding: gzip',
  ],
  ...[
    `Transfer-Encoding:${CRLF} chunked`,
    `X: y${CRLF} Transfer-Encoding: chunked`,
    'X: y\nTransfer-Encoding: chunked',
  ],
  ...['X: y\rTransfer-Encoding: chunked', `Transfer-Encoding${CRLF}: chunked`, 'Transfer-Encoding\u0000: chunked'],
  `Transfer-Encoding: chunked${CRLF}Transfer-Encoding: identity`,
  `Transfer-Encoding: identity${CRLF}Transfer-Encoding: chunked`,
  `Transfer-Encoding: x${CRLF}Transfer-Encoding: chunked`,
]

/** None is a length. */
const getLengths = (length: number): string[] => [
  ...[`+${length}`, `-${length}`, '-1', '0x10', '1e2', `${length}.0`, `${length}, 0`, `${length} 0`, `${length};`, ''],
  ...[`"${length}"`, `${length}\u0000`, `\u000b${length}`, '99999999999999999999', 'NaN', '٣', 'abc', `${length}\r0`],
  ...[`0${CRLF}Content-Length: ${length}`, `${length}${CRLF}Content-Length: 0`, `0,${CRLF} ${length}`],
]

/** What follows `Transfer-Encoding: chunked`; each is no chunk. */
const getChunks = (hidden: string): string[] => [
  ...[`fffffffffffffffff${CRLF}${hidden}`, `-1${CRLF}${hidden}`, `+5${CRLF}hello${CRLF}0${CRLF}${CRLF}${hidden}`],
  ...[`0x5${CRLF}hello${CRLF}0${CRLF}${CRLF}${hidden}`, `g${CRLF}${hidden}`, `${CRLF}${hidden}`, `;x${CRLF}${hidden}`],
  ...[`5;x="${CRLF}${CRLF}${hidden}"${CRLF}hello${CRLF}0${CRLF}${CRLF}`, `0005${CRLF}hello\n0${CRLF}${CRLF}${hidden}`],
  ...[`5 ${CRLF}hello${CRLF}0${CRLF}X: ${hidden}${CRLF}${CRLF}`, `5${CRLF}helloX${CRLF}0${CRLF}${CRLF}${hidden}`],
  ...[`5\nhello\n0\n\n${hidden}`, `5\rhello\r0\r\r${hidden}`, `5;x\ny${CRLF}hello${CRLF}0${CRLF}${CRLF}${hidden}`],
  ...[
    `0${CRLF}X : y${CRLF}${CRLF}${hidden}`,
    `0${CRLF}no colon${CRLF}${CRLF}${hidden}`,
    `0\u0000${CRLF}${CRLF}${hidden}`,
  ],
]

/** The end of a request: a body whose length the header fields leave open to more than one reading. */
function createBodies(hidden: string): string[] {
  const end = `0${CRLF}${CRLF}${hidden}`
  const all = `Content-Length: ${end.length}`
  return [
    ...TRANSFER_ENCODINGS.flatMap((line) => [
      `${line}${CRLF}${all}${CRLF}${CRLF}${end}`,
      `${all}${CRLF}${line}${CRLF}${CRLF}${end}`,
    ]),
    // Both are well-formed, so that a server which believes the length takes what is behind it for a request.
    `Content-Length: 4${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}${end}`,
    `Transfer-Encoding: chunked${CRLF}Content-Length: 5${CRLF}${CRLF}${end}`,
    ...getLengths(hidden.length).map((length) => `Content-Length: ${length}${CRLF}${CRLF}${hidden}`),
    ...[' :', '\t:', '\u0000:', `${CRLF} :`].map(
      (colon) => `Content-Length${colon} ${hidden.length}${CRLF}${CRLF}${hidden}`,
    ),
    ...getChunks(hidden).map((chunks) => `Transfer-Encoding: chunked${CRLF}${CRLF}${chunks}`),
    `Content-Length: ${hidden.length}${CRLF}Expect: 100-continue${CRLF}Expect: 200${CRLF}${CRLF}${hidden}`,
  ]
}

const METHODS = ['GET', 'PUT', 'get', 'POSTT', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT', 'DELETE']
const PATHS = [
  ...['/api/login', '/api/session', '/', '*', '//', '/%00', '/..%2f..%2fetc/passwd', '/uploads/../../etc/passwd'],
  ...['http://other.example/api/session', '/api/login#x', '/api/login?%', '/\u0000', '/a b', '\\api\\login', ''],
  `/${'a'.repeat(65_536)}`,
]
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1', 'HTTP/11', '']
const HEADERS = [
  ...['Host: other.example', 'Host:', 'Host: a\r\nHost: b', 'X-A: \u0000', 'X-A\u0000: b', ': b', 'no colon'],
  ...['X: y', 'Upgrade: websocket\r\nConnection: Upgrade', 'Upgrade: h2c\r\nConnection: Upgrade', 'Cookie: sid=\u0001'],
  ...[`Cookie: ${'a=b; '.repeat(4_000)}`, `X-A: ${'b'.repeat(30_000)}`],
  Array.from({ length: 3_000 }, (_, n) => `X-${n}: y`).join(CRLF),
]

/** What comes before the body: as it should be, or with one thing wrong. */
function createHeads(host: string): string[] {
  const write = ({ method = 'POST', path = '/api/addComment', version = 'HTTP/1.1', header = '' }) =>
    [`${method} ${path} ${version}`, `Host: ${host}`, header || 'Content-Type: application/json', ''].join(CRLF)
  return [
    write({}),
    ...METHODS.map((method) => write({ method })),
    ...PATHS.map((path) => write({ path })),
    ...VERSIONS.map((version) => write({ version })),
    ...HEADERS.map((header) => write({ header })),
  ]
}

/** Different malformed requests, the same each time and in the same order. */
export function* createRawRequests(
  { hidden, host }: RawRequests,
  shuffle: <Item>(items: readonly Item[]) => Item[],
): Generator<string> {
  const bodies = createBodies(hidden)
  for (const [head, body] of shuffle(createHeads(host).flatMap((one) => bodies.map((other) => [one, other] as const))))
    yield `${head}${body}`
}
