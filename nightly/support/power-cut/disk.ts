import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { DiskChange } from './parse-trace.ts'

type FileChange = { offset: number; bytes: Buffer } | { size: number }

interface File {
  mode: number
  /** What a power cut leaves for sure. */
  durable: Buffer
  /** Since the last sync. */
  pending: FileChange[]
  size: number
  /** Of the next write without an offset; -1 appends. */
  position: number
}

type Entry = File | { mode: number; isFolder: true }
type Names = Map<string, Entry>

interface NameChange {
  folders: string[]
  entry: Entry
  apply(names: Names): void
}

/** What of the changes since the last sync reaches the disk. */
export type Survivors = 'none' | 'all' | 'some'

const PAGE_BYTES = 4_096

/**
 * A disk behind a cache: a change is safe once the file, or for a name its folder, was synced. As in the journals of ext4
 * and XFS, names change in order, and syncing a new file keeps its name.
 */
export class Disk {
  readonly #folder: string
  readonly #syncs: boolean
  #durable: Names = new Map()
  #now: Names = new Map()
  #pending: NameChange[] = []

  /** Starts from the folder as it is. Without `syncs` it ignores fsync. */
  constructor(folder: string, tracedFolder: string, syncs = true) {
    this.#folder = tracedFolder
    this.#syncs = syncs
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() && !entry.isDirectory()) continue
      const { mode } = lstatSync(path)
      const traced = join(tracedFolder, relative(folder, path))
      if (entry.isDirectory()) this.#durable.set(traced, { mode, isFolder: true })
      else this.#durable.set(traced, createFile(mode, readFileSync(path)))
    }
    this.#now = new Map(this.#durable)
  }

  apply(change: DiskChange): void {
    const entry = this.#now.get(change.path)
    const file = entry && 'isFolder' in entry ? undefined : entry
    switch (change.kind) {
      case 'create':
        if (!entry) this.#set(change.path, createFile(0o600, Buffer.alloc(0)))
        break
      case 'mkdir':
        this.#set(change.path, { mode: 0o700, isFolder: true })
        break
      case 'remove':
        if (entry) this.#rename([change.path], entry)
        break
      case 'rename':
      case 'link':
        this.#move(change)
        break
      case 'sync':
        if (this.#syncs) this.#sync(change.path, file)
        break
      case 'seek':
        if (file) file.position = change.offset
        break
      case 'truncate':
        if (!file) break
        file.pending.push({ size: change.size })
        file.size = change.size
        break
      case 'allocate':
        if (file && change.size > file.size) {
          file.pending.push({ size: change.size })
          file.size = change.size
        }
        break
      case 'write':
        // A file that was removed while it is open has no name any more.
        if (file) write(file, change.bytes, change.offset)
    }
  }

  /** Writes what a power cut at this moment leaves into an empty folder. */
  writeImage(target: string, survivors: Survivors, random: () => number): void {
    const names = new Map(this.#durable)
    const kept = { none: 0, all: this.#pending.length, some: Math.floor(random() * (this.#pending.length + 1)) }
    for (const change of this.#pending.slice(0, kept[survivors])) change.apply(names)
    const paths = [...names.keys()].sort()
    for (const path of paths) {
      const entry = names.get(path)
      const targetPath = join(target, relative(this.#folder, path))
      if (!entry) continue
      mkdirSync('isFolder' in entry ? targetPath : dirname(targetPath), { recursive: true, mode: 0o700 })
      if (!('isFolder' in entry))
        writeFileSync(targetPath, toContent(entry, survivors, random), { mode: entry.mode & 0o777 })
    }
  }

  #set(path: string, entry: Entry): void {
    this.#change([path], entry, (names) => void names.set(path, entry))
  }

  #rename([from = '', to]: string[], entry: Entry): void {
    this.#change([from, ...(to === undefined ? [] : [to])], entry, (names) => {
      names.delete(from)
      if (to !== undefined) names.set(to, entry)
    })
  }

  #move({ kind, from, path }: Extract<DiskChange, { from: string }>): void {
    const entry = this.#now.get(from)
    if (!entry) return
    if ('isFolder' in entry) throw new Error(`The model does not rename folders: ${from}`)
    if (kind === 'link') this.#set(path, entry)
    else this.#rename([from, path], entry)
  }

  #change(paths: string[], entry: Entry, apply: (names: Names) => void): void {
    apply(this.#now)
    this.#pending.push({ folders: paths.map((path) => dirname(path)), entry, apply })
  }

  #sync(path: string, file: File | undefined): void {
    const last = this.#pending.findLastIndex((change) => (file ? change.entry === file : change.folders.includes(path)))
    for (const change of this.#pending.splice(0, last + 1)) change.apply(this.#durable)
    if (!file) return
    file.durable = toContent(file, 'all')
    file.pending = []
  }
}

const createFile = (mode: number, durable: Buffer): File => ({
  mode,
  durable,
  pending: [],
  size: durable.length,
  position: 0,
})

function write(file: File, bytes: Buffer, offset: number | 'next' | 'end'): void {
  const next = file.position === -1 ? file.size : file.position
  const start = typeof offset === 'number' ? offset : next
  if (offset === 'next' && file.position !== -1) file.position = start + bytes.length
  file.pending.push({ offset: start, bytes })
  file.size = Math.max(file.size, start + bytes.length)
}

function toContent({ durable, pending }: File, survivors: Survivors, random = () => 1): Buffer {
  if (survivors === 'none' || pending.length === 0) return durable
  let content = durable
  const survives = () => survivors === 'all' || random() < 0.5
  for (const change of pending) {
    if ('size' in change) {
      if (survives()) content = resize(content, change.size)
      continue
    }
    for (const page of splitPages(change)) {
      if (!survives()) continue
      if (content === durable || content.length < page.offset + page.bytes.length)
        content = resize(content, Math.max(content.length, page.offset + page.bytes.length))
      page.bytes.copy(content, page.offset)
    }
  }
  return content
}

/** Each page of a write reaches the disk, or not, by itself. */
function splitPages({ offset, bytes }: { offset: number; bytes: Buffer }): { offset: number; bytes: Buffer }[] {
  const pages: { offset: number; bytes: Buffer }[] = []
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + PAGE_BYTES - ((offset + start) % PAGE_BYTES))
    pages.push({ offset: offset + start, bytes: bytes.subarray(start, end) })
    start = end
  }
  return pages
}

/** A copy of this size; what is new is zero. */
function resize(content: Buffer, size: number): Buffer {
  const resized = Buffer.alloc(size)
  content.copy(resized, 0, 0, Math.min(size, content.length))
  return resized
}
