// The package ships no types; these cover what the tests use.
declare module '@20minutes/s3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
  }
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
    handleRequest(context: { app: object; query: Record<string, unknown> }, next: unknown): Promise<void>
  }
}
