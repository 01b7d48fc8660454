import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Such as `0a….webp`, or with a folder: `submissions/0b…-7`. */
  name: string
  size: number
  /** Milliseconds since 1970. */
  modifiedAt: number
}

/** First and last byte. */
export interface ByteRange {
  start: number
  end: number
}

/** For work of hours: what fails in a store that is elsewhere is tried again. */
export interface RetryOptions {
  signal?: AbortSignal | undefined
}

export interface ReadOptions {
  /** Goes on where it was, with the size of the whole file. */
  retry?: RetryOptions & { size: number }
  range?: ByteRange | undefined
  /** Of a store that reads in pieces: the larger, the less work, and the more memory for each reader. */
  chunkBytes?: number
}

/** Where finished uploads are. A file never changes once it has its name. */
export interface FileStore {
  /** The folder on this machine; null when files are elsewhere. */
  readonly folder: string | null
  /** Files directly in `prefix`, which is empty or ends with a slash. */
  list(prefix?: string, retry?: RetryOptions): AsyncIterable<StoredFile>
  stat(name: string): Promise<StoredFile | null>
  /** Null when there is no such file. */
  open(name: string, options?: ReadOptions): Promise<Readable | null>
  /** The file is stored for good once this resolves, as with `moveIn`. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Moves a file of this machine into the store. */
  moveIn(path: string, name: string): Promise<void>
  /** Marks a file as new. False when there is no such file. */
  touch(name: string): Promise<boolean>
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>
}
