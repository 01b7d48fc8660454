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
}

/** Runs the product on a campus of its own, and removes everything afterwards. */
export async function withProduct<Result>(use: (started: Started) => Promise<Result>, options: Options = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'lantern-nightly-'))
  const dataDir = join(folder, 'data')
  try {
    const campus = await createCampus({ dataDir })
    let output = ''
    const { settings = {}, wrapper = [], nodeOptions = [] } = options
    const product = await startProduct({
      dataDir,
      settings,
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
