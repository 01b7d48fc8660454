import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export interface S3Server {
  /** As in S3_URL. */
  url: string
  close(): Promise<void>
  /** Starts again on the same port with the same objects. */
  restart(): Promise<void>
  remove(): Promise<void>
}

/** It computes the signature of a list without the slash that ends the bucket's path, unlike S3 itself. */
class LenientOnLists extends S3rver {
  override handleRequest(...[context, next]: Parameters<S3rver['handleRequest']>): Promise<void> {
    if (context.query['list-type'] !== undefined)
      context.app = Object.create(this, { allowMismatchedSignatures: { value: true } }) as object
    return super.handleRequest(context, next)
  }
}

/** A server that speaks S3 and checks signatures, with an empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'lantern-s3-'))
  const start = async (port: number) => {
    const server = new LenientOnLists({
      ...{ address: '127.0.0.1', port, silent: true, directory },
      configureBuckets: [{ name: 'lantern' }],
    })
    const { port: used } = await server.run()
    return { server, port: used }
  }
  let { server, port } = await start(0)
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/lantern?tls=off`,
    close: () => server.close(),
    restart: async () => void ({ server, port } = await start(port)),
    async remove() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
