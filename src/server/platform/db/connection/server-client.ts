import { Client, type ClientConfig } from 'pg'

/** Settings that PostgreSQL reports to its clients, from version 14. */
const READ_ONLY_SETTINGS = new Set(['in_hot_standby', 'default_transaction_read_only'])
/** A database that stays read-only is not connected to again for each query. */
const MIN_AGE_MS = 1_000

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** A connection that knows whether its server takes writes. */
export class ServerClient extends Client {
  readonly #createdAt = performance.now()
  readonly #readOnlySettings = new Set<string>()

  constructor(config?: string | ClientConfig) {
    super(config)
    // Not in the types of pg.
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!READ_ONLY_SETTINGS.has(parameterName)) return
      if (parameterValue === 'on') this.#readOnlySettings.add(parameterName)
      else this.#readOnlySettings.delete(parameterName)
    })
  }

  isReadOnly(): boolean {
    return this.#readOnlySettings.size > 0
  }

  /** After a failover an open connection still leads to the server that has become read-only, and a new one elsewhere. */
  shouldReconnect(): boolean {
    return this.isReadOnly() && performance.now() - this.#createdAt > MIN_AGE_MS
  }
}

/**
 * A connection to a pooler in transaction mode: each transaction may run on another connection to the database, on which
 * a statement that was prepared before has no name. Drizzle takes a class with "Pool" in its name for a pool.
 */
export class UnnamedStatementClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((statement: unknown, ...rest: unknown[]) => query(removeName(statement), ...rest)) as Client['query']
  }
}

function removeName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement
  const { name: _, ...unnamed } = statement
  return unnamed
}
