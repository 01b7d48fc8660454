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
 * Adds fsync to PGlite's file system. As shipped, PGlite ignores PostgreSQL's calls to fsync, so a power cut loses
 * acknowledged writes. This uses PGlite's internals: its version is pinned and a test proves that a commit reaches fsync.
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
          // PostgreSQL panics on this number, as it should. An exception would make PGlite loop forever.
          return EIO
        }
      }
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } as InitOptions,
    }
  }
}
