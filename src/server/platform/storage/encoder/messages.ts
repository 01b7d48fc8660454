export type PictureUse = 'profile' | 'cover'

export interface PictureJob {
  bytes: Uint8Array
  use: PictureUse
}

/** What is wrong with a picture. */
export type PictureProblem =
  | { code: 'unsupported' }
  | { code: 'unreadable'; reason: string }
  | { code: 'too_large'; maxMegapixels: number }

export type EncodeResult = { picture: Uint8Array } | { problem: PictureProblem }

export type MessageFromEncoder =
  /** The decoders are loaded. */
  | 'ready'
  /** `rssBytes` is the process's memory after the job. */
  | { result: EncodeResult; rssBytes: number }
