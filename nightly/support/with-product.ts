import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Campus, createCampus } from './users/campus.ts'
import { type RunningProduct, startProduct } from './product.ts'

interface Started {
  product: RunningProduct
  campus: Campus
  dataDir: string
  /** What the product has written to its outputs so far. */
  output(): string
}

interface Options {
  nodeOptions?: string[]
  settings?: Record<string, string>
  wrapper?: string[]
  /** The parent of the data folder. */
  folder?: string
  /** Of PostgreSQL, empty; the embedded database without it. */
  databaseUrl?: string | undefined
  /** Adds to the database before the product starts. */
  prepare?: (settings: DatabaseSettings) => Promise<void>
}

export interface DatabaseSettings {
  dataDir: string
  databaseUrl?: string
}

/** Runs the product on a campus of its own, and removes everything afterwards. */
export async function withProduct<Result>(use: (started: Started) => Promise<Result>, options: Options = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'lantern-nightly-'))
  const dataDir = join(folder, 'data')
  try {
    const { settings = {}, wrapper = [], nodeOptions = [], databaseUrl, prepare } = options
    const database: DatabaseSettings = { dataDir, ...(databaseUrl && { databaseUrl }) }
    const campus = await createCampus(database)
    await prepare?.(database)
    let output = ''
    const product = await startProduct({
      dataDir,
      settings: { ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
      wrapper,
      nodeOptions,
      onOutput: (text) => (output += text),
    })
    try {
      return await use({ product, campus, dataDir, output: () => output })
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
