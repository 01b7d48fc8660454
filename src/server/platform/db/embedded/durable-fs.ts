import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Where PGlite mounts its data folder inside the WebAssembly file system. */
const DATA_MOUNT = '/pglite/data'
/** Emscripten's number for an I/O error. */
const EIO = 29

interface EmscriptenFs {
  lookupPath(path: string): {
    node: { mount: { type: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } }
  }
}

type InitOptions = Parameters<NodeFS['init']>[1]

/**
 * PGlite's folder on disk, with the fsync that it leaves out: as shipped, PostgreSQL's calls to fsync end in a file
 * system that has none, so a power cut loses what was acknowledged. It reaches into internals, so PGlite's version
 * is pinned and a test proves that a commit reaches fsync.
 */
export class DurableNodeFS extends NodeFS {
  override async init(pg: Parameters<NodeFS['init']>[0], options: InitOptions) {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: { FS: unknown }) => {
      const { stream_ops } = (module.FS as EmscriptenFs).lookupPath(DATA_MOUNT).node.mount.type
      stream_ops.fsync = ({ nfd }) => {
        try {
          fs.fsyncSync(nfd)
          return 0
        } catch {
          // PostgreSQL must see the number to panic, as it should; an exception PGlite swallows and spins on.
          return EIO
        }
      }
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } as InitOptions,
    }
  }
}
