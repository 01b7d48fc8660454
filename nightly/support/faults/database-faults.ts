import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FreezingProxy, startFreezingProxy } from '../../../src/server/testing/network/freezing-proxy.ts'
import { createCluster, type PostgresPrograms, type RunningPostgres, startCluster } from '../postgres.ts'
import { runAll, startStandby } from './standby.ts'

export const FAULTS = ['stopped', 'stopped at once', 'killed', 'half open', 'read-only', 'failover'] as const
export type Fault = (typeof FAULTS)[number]

export interface FaultyDatabase {
  /** Through a proxy that can hang. */
  url: string
  /** Around the proxy, for what is checked at the end. */
  directUrl(): string
  /** Resolves once the database serves again. */
  cause(fault: Fault, ms: number): Promise<void>
  stop(): Promise<void>
}

export async function startFaultyDatabase(programs: PostgresPrograms, folder: string): Promise<FaultyDatabase> {
  createCluster(programs, folder)
  let current = folder
  let failovers = 0
  let postgres: RunningPostgres = await startCluster(programs, { folder })
  const getPort = () => Number(new URL(postgres.url).port)
  // The proxy reads the port at each connection: a new start has another one.
  const target = { host: '127.0.0.1', port: getPort() }
  const proxy: FreezingProxy = await startFreezingProxy(target)
  const restart = async () => {
    postgres = await startCluster(programs, { folder: current })
    target.port = getPort()
  }
  const faults: Record<Fault, (ms: number) => Promise<void>> = {
    async stopped(ms) {
      await postgres.stop()
      await sleep(ms)
      await restart()
    },
    async 'stopped at once'(ms) {
      await postgres.stop('immediate')
      await sleep(ms)
      await restart()
    },
    async killed(ms) {
      await postgres.kill()
      await sleep(ms)
      await restart()
    },
    async 'half open'(ms) {
      proxy.freeze()
      await sleep(ms)
      proxy.thaw()
    },
    /** What is open is cut, and new connections reach a server that takes no writes. */
    async 'read-only'(ms) {
      await runAll(postgres.url, ['alter system set default_transaction_read_only = on', ...RELOAD])
      await sleep(ms)
      await runAll(postgres.url, ['alter system reset default_transaction_read_only', 'select pg_reload_conf()'])
    },
    /** The primary is lost, and its standby has the address for a while before it takes writes. */
    async failover(ms) {
      const standbyFolder = `${folder}-${++failovers}`
      const standby = await startStandby(programs, { primaryUrl: postgres.url, folder: standbyFolder })
      const [lost, lostFolder] = [postgres, current]
      ;[postgres, current] = [standby, standbyFolder]
      await lost.kill()
      target.port = getPort()
      await sleep(ms)
      await standby.promote()
      await rm(lostFolder, { recursive: true, force: true })
    },
  }
  return {
    url: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
    directUrl: () => postgres.url,
    cause: (fault, ms) => faults[fault](ms),
    async stop() {
      proxy.close()
      await postgres.stop()
    },
  }
}

const RELOAD = [
  'select pg_reload_conf()',
  'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
]
