import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { AppError } from '#contract/errors.ts'

/** Further refusals are delayed: a client that repeats them at once on 800 connections would take the whole processor. */
const MAX_PROMPT_REFUSALS_PER_S = 100
const DELAY_MS = 1_000

let second = 0
let promptRefusals = 0
/** A connection has one delayed answer at most, so that pipelined requests do not pile up. */
const delayedSockets = new Set<Socket>()

/** Waits before one of very many refusals is answered. */
export async function paceRefusal({ raw }: FastifyRequest, { code }: AppError): Promise<void> {
  if (code !== 'too_often' && code !== 'busy') return
  const now = Math.floor(performance.now() / 1_000)
  if (now !== second) {
    second = now
    promptRefusals = 0
  }
  if (++promptRefusals <= MAX_PROMPT_REFUSALS_PER_S || delayedSockets.has(raw.socket)) return
  delayedSockets.add(raw.socket)
  await sleep(DELAY_MS, undefined, { ref: false })
  delayedSockets.delete(raw.socket)
}
