import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import type { S3Settings } from '#server/platform/storage/s3-settings.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import { FOLDER_PREFIXES, removeAbandonedFolders } from '../abandoned-folders.ts'
import { BackupError } from '../archive/archive-format.ts'
import { isBackupName } from '../backup-name.ts'
import { createSpaceError, requireSpace } from '../require-space.ts'
import { type BackupTarget, isDiskFull } from './backup-target.ts'

export class S3Target implements BackupTarget {
  readonly label: string
  readonly #store: S3Store
  readonly #dataDir: string

  constructor(settings: S3Settings, dataDir: string) {
    this.label = settings.label
    this.#store = new S3Store(settings)
    this.#dataDir = dataDir
  }

  write(name: string, bytes: Readable, signal?: AbortSignal): Promise<number> {
    return askStore(() => this.#store.writeStream(name, bytes, { signal }))
  }

  async list(): Promise<string[]> {
    const names: string[] = []
    await askStore(async () => {
      for await (const { name } of this.#store.list()) if (isBackupName(name)) names.push(name)
    })
    return names.sort()
  }

  remove(name: string): Promise<void> {
    return askStore(() => this.#store.remove(name))
  }

  /** Needs no space on this machine. */
  async readOnce<Result>(
    name: string,
    work: (bytes: Readable) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const bytes = await this.#open(name, await this.#getSize(name), signal)
    try {
      return await askStore(() => work(bytes))
    } finally {
      bytes.destroy()
    }
  }

  async read<Result>(name: string, work: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const size = await this.#getSize(name)
    await mkdir(this.#dataDir, { recursive: true, mode: 0o700 })
    await removeAbandonedFolders(this.#dataDir)
    const folder = await mkdtemp(join(this.#dataDir, FOLDER_PREFIXES.copy))
    try {
      const path = join(folder, name)
      await this.#download(name, path, size, signal)
      return await work(path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #download(name: string, path: string, size: number, signal?: AbortSignal): Promise<void> {
    const need = { folder: this.#dataDir, bytes: size, subject: 'the copy of the backup' }
    await requireSpace(need.folder, need.bytes, need.subject)
    try {
      const bytes = await this.#open(name, size, signal)
      await askStore(() => pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal }))
    } catch (error) {
      signal?.throwIfAborted()
      throw isDiskFull(error) ? createSpaceError(need, error) : error
    }
  }

  async #getSize(name: string): Promise<number> {
    const stored = await askStore(() => this.#store.stat(name))
    if (!stored) throw this.#createMissingError(name)
    return stored.size
  }

  async #open(name: string, size: number, signal: AbortSignal | undefined): Promise<Readable> {
    const bytes = await askStore(() => this.#store.open(name, { retry: { size, signal } }))
    if (!bytes) throw this.#createMissingError(name)
    return bytes
  }

  #createMissingError(name: string): BackupError {
    return new BackupError(`There is no backup ${name} in ${this.label}.`)
  }
}

async function askStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'not_ready')
      throw new BackupError('The S3 store does not answer, or it refuses the keys of its address.', { cause })
    throw cause
  }
}
