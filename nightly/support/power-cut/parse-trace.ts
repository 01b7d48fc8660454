import { resolve } from 'node:path'

/** One change of the file system. `end` is the size of the trace when it was complete. */
export type DiskChange = { end: number } & (
  | { kind: 'create' | 'mkdir' | 'remove' | 'sync'; path: string }
  | { kind: 'write'; path: string; bytes: Buffer; offset: number | 'next' | 'end' }
  | { kind: 'truncate' | 'allocate'; path: string; size: number }
  | { kind: 'rename' | 'link'; from: string; path: string }
  | { kind: 'seek'; path: string; offset: number }
)

type Change = DiskChange extends infer One ? (One extends unknown ? Omit<One, 'end'> : never) : never

const UNFINISHED = ' <unfinished ...>'
const RESUMED = /^<\.\.\. \w+ resumed>/

/** The changes under the folder, in the order in which they were complete. `cwd` is where the program ran. */
export function* parseTrace(trace: Buffer, folder: string, cwd = folder): Generator<DiskChange> {
  const unfinished = new Map<string, string>()
  for (let start = 0; start < trace.length;) {
    const newline = trace.indexOf(10, start)
    if (newline === -1) return
    const line = trace.toString('latin1', start, newline)
    start = newline + 1
    const space = line.indexOf(' ')
    const pid = line.slice(0, space)
    let call = line.slice(space).trimStart()
    if (call.endsWith(UNFINISHED)) {
      unfinished.set(pid, call.slice(0, -UNFINISHED.length))
      continue
    }
    if (call.startsWith('<...')) call = (unfinished.get(pid) ?? '') + call.replace(RESUMED, '')
    for (const change of parseCall(call, cwd)) {
      const isInside = change.path.startsWith(`${folder}/`) || change.path === folder
      if (isInside) yield { ...change, end: start } as DiskChange
    }
  }
}

const CALL = /^(\w+)\((.*)\)\s+= (-?\d+)(?:<((?:\\x[0-9a-f]{2})*)>)?/s

function parseCall(call: string, cwd: string): Change[] {
  const [, name = '', args = '', result = '-1', openedPath = ''] = CALL.exec(call) ?? []
  if (Number(result) < 0) return []
  const parts = args.split(', ')
  const path = (index: number) => resolve(cwd, decodeText(parts[index] ?? ''))
  const file = decodeText(parts[0] ?? '', '<')
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat':
      return parseOpen(args, decode(openedPath).toString())
    case 'write':
    case 'pwrite64':
    case 'writev':
    case 'pwritev':
    case 'pwritev2':
      return parseWrite(name, args, file, Number(result))
    case 'lseek':
      return [{ kind: 'seek', path: file, offset: Number(result) }]
    case 'ftruncate':
      return [{ kind: 'truncate', path: file, size: Number(parts[1]) }]
    case 'fallocate':
      return [{ kind: 'allocate', path: file, size: Number(parts[2]) + Number(parts[3]) }]
    case 'truncate':
      return [{ kind: 'truncate', path: path(0), size: Number(parts[1]) }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path: file }]
    case 'rename':
      return [{ kind: 'rename', from: path(0), path: path(1) }]
    case 'link':
      return [{ kind: 'link', from: path(0), path: path(1) }]
    case 'renameat':
    case 'renameat2':
      return [{ kind: 'rename', from: path(1), path: path(3) }]
    case 'unlink':
    case 'rmdir':
      return [{ kind: 'remove', path: path(0) }]
    case 'unlinkat':
      return [{ kind: 'remove', path: path(1) }]
    case 'mkdir':
      return [{ kind: 'mkdir', path: path(0) }]
    case 'mkdirat':
      return [{ kind: 'mkdir', path: path(1) }]
    default:
      throw new Error(`The trace has ${name}, which the model does not know`)
  }
}

function parseOpen(args: string, path: string): Change[] {
  const flags = args.replace(/"[^"]*"/g, '')
  const created: Change[] = flags.includes('O_CREAT') ? [{ kind: 'create', path }] : []
  if (flags.includes('O_TRUNC')) created.push({ kind: 'truncate', path, size: 0 })
  return [...created, { kind: 'seek', path, offset: flags.includes('O_APPEND') ? -1 : 0 }]
}

function parseWrite(name: string, args: string, path: string, written: number): Change[] {
  // All bytes are in quotes: the one string, or those of a list.
  const bytes = Buffer.concat([...args.matchAll(/"([^"]*)"/g)].map(([, text = '']) => decode(text))).subarray(
    0,
    written,
  )
  if (bytes.length < written) throw new Error(`The trace cut a write of ${written} bytes short`)
  // pwritev2 has flags behind its offset.
  const place = args.split(', ').at(name === 'pwritev2' ? -2 : -1)
  const offset = name.startsWith('p') ? Number(place) : 'next'
  return [{ kind: 'write', path, bytes, offset }]
}

/** The text in quotes, or the one in angle brackets behind a file descriptor. */
function decodeText(argument: string, opening: '"' | '<' = '"'): string {
  const start = argument.indexOf(opening)
  return start === -1 ? '' : decode(argument.slice(start + 1, argument.length - 1)).toString()
}

function decode(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(String.raw`\x`, ''), 'hex')
}
